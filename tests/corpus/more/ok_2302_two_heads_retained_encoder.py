import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1202)
encoder = nn.Linear(4, 3)
heads = nn.ModuleList([nn.Linear(3, 2), nn.Linear(3, 3)])
opt = torch.optim.SGD([*encoder.parameters(), *heads.parameters()], lr=0.1)
x = torch.randn(5, 4)
labels = [torch.tensor([0, 1, 1, 0, 1]), torch.tensor([2, 0, 1, 1, 2])]

opt.zero_grad()
shared = torch.tanh(encoder(x))
for i, (head, y) in enumerate(zip(heads, labels)):
    loss = F.cross_entropy(head(shared), y)
    loss.backward(retain_graph=i + 1 < len(heads))
opt.step()
