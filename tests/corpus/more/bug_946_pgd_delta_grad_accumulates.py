import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(946)
model = nn.Sequential(nn.Linear(4, 3), nn.Tanh(), nn.Linear(3, 2))
opt = torch.optim.SGD(model.parameters(), lr=0.1)
X, y = torch.rand(3, 4), torch.tensor([0, 1, 1])

delta = torch.zeros_like(X).uniform_(-0.1, 0.1)
for _ in range(3):
    delta.requires_grad = True
    loss = F.cross_entropy(model(X + delta), y)
    opt.zero_grad()
    loss.backward()
    grad = delta.grad.detach()
    delta.data = torch.clamp(delta.data + 0.02 * torch.sign(grad), -0.1, 0.1)
