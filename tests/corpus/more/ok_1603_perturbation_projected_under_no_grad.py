import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1712)
model = nn.Sequential(nn.Linear(4, 5), nn.Tanh(), nn.Linear(5, 3))
clean, label = torch.randn(2, 4), torch.tensor([1, 2])
delta = torch.empty(2, 4).uniform_(-0.1, 0.1).requires_grad_()

for _ in range(3):
    delta.grad = None
    loss = F.cross_entropy(model(clean + delta), label)
    loss.backward()
    with torch.no_grad():
        delta += 0.05 * delta.grad.sign()
        delta.clamp_(-0.1, 0.1)
