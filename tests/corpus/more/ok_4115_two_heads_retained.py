import torch
from torch import nn, optim

torch.manual_seed(415)
trunk = nn.Linear(3, 4)
heads = nn.ModuleList([nn.Linear(4, 1), nn.Linear(4, 2)])
opt = optim.AdamW([*trunk.parameters(), *heads.parameters()], lr=1e-3)

for _ in range(2):
    opt.zero_grad()
    shared = torch.tanh(trunk(torch.randn(5, 3)))
    losses = [head(shared).square().mean() for head in heads]
    for i, loss in enumerate(losses):
        loss.backward(retain_graph=i + 1 < len(losses))
    opt.step()
