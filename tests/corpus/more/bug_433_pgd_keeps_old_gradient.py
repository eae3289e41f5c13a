import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(4042)
net = nn.Sequential(nn.Linear(4, 5), nn.Tanh(), nn.Linear(5, 3))
for p in net.parameters():
    p.requires_grad_(False)
image, label = torch.rand(1, 4), torch.tensor([2])

delta = torch.zeros_like(image, requires_grad=True)
for step in range(3):
    loss = F.cross_entropy(net(image + delta), label)
    loss.backward()
    with torch.no_grad():
        delta += 0.05 * delta.grad.sign()
        delta.clamp_(-0.1, 0.1)

print("final gradient", delta.grad)
