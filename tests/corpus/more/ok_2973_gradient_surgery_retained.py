import torch
import torch.nn as nn

torch.manual_seed(1423)
shared = nn.Linear(3, 3)
heads = nn.ModuleList([nn.Linear(3, 1), nn.Linear(3, 1)])
x, targets = torch.randn(5, 3), torch.randn(2, 5, 1)
opt = torch.optim.SGD(shared.parameters(), lr=0.1)

z = torch.tanh(shared(x))
losses = [nn.functional.mse_loss(head(z), y) for head, y in zip(heads, targets)]


def flat_grad(loss):
    grads = torch.autograd.grad(loss, list(shared.parameters()), retain_graph=True)
    return torch.cat([g.flatten() for g in grads])


g1, g2 = map(flat_grad, losses)
if (dot := g1 @ g2) < 0:
    g1, g2 = g1 - dot / g2.square().sum() * g2, g2 - dot / g1.square().sum() * g1
merged = g1.add_(g2)
for p, chunk in zip(shared.parameters(), merged.split([p.numel() for p in shared.parameters()])):
    p.grad = chunk.view_as(p)
opt.step()
