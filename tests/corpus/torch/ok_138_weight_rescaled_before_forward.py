import torch
import torch.nn as nn

torch.manual_seed(423)
body = nn.Sequential(nn.Linear(3, 6), nn.ReLU())
head = nn.Linear(6, 2)


def lsuv(module, x, target_std=1.0):
    out = module(x).detach()
    module[0].weight.data /= out.std() / target_std
    module[0].bias.data.zero_()


def clip_rows(layer, limit):
    norms = layer.weight.data.norm(dim=1, keepdim=True)
    layer.weight.data.mul_((limit / norms).clamp(max=1.0))


opt = torch.optim.SGD([*body.parameters(), *head.parameters()], lr=0.1)
x, y = torch.randn(8, 3), torch.randint(0, 2, (8,))
lsuv(body, x)
for step in range(2):
    clip_rows(head, 0.5)
    loss = nn.functional.cross_entropy(head(body(x)), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
