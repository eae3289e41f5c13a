import torch
import torch.nn as nn

torch.manual_seed(2427)
backbone = nn.Sequential(nn.Linear(4, 6), nn.ReLU())
head = nn.Linear(6, 3)
backbone.requires_grad_(False)
opt = torch.optim.Adam(filter(lambda p: p.requires_grad, [*backbone.parameters(), *head.parameters()]), lr=1e-3)


def features(x):
    backbone.eval()
    return backbone(x)


x, y = torch.randn(5, 4), torch.tensor([0, 2, 1, 1, 0])
loss = nn.functional.cross_entropy(head(features(x)), y)
opt.zero_grad()
loss.backward()
