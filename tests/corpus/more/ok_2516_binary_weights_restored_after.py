import torch
import torch.nn as nn

torch.manual_seed(2558)
layers = nn.ModuleList([nn.Linear(3, 4, bias=False), nn.Linear(4, 2, bias=False)])
opt = torch.optim.SGD(layers.parameters(), lr=0.1)


def swap_in(modules):
    for p in modules.parameters():
        p.org = p.data.clone()
        p.data.sign_()


def swap_out(modules):
    for p in modules.parameters():
        p.data.copy_(p.org)


x, y = torch.randn(5, 3), torch.tensor([1, 0, 0, 1, 1])
for _ in range(2):
    swap_in(layers)
    hidden = nn.functional.hardtanh(layers[0](x))
    loss = nn.functional.cross_entropy(layers[1](hidden), y)
    opt.zero_grad()
    loss.backward()
    swap_out(layers)
    opt.step()
