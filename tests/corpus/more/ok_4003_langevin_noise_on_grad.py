import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(13)
net = nn.Linear(3, 2)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.randn(8, 3)
y = torch.randint(0, 2, (8, 2)).float()

for step in range(3):
    opt.zero_grad()
    loss = F.binary_cross_entropy_with_logits(net(x), y)
    loss.backward()
    sigma = 0.01 / (1 + step) ** 0.55
    noise = [sigma * torch.randn(p.shape) for p in net.parameters()]
    for p, n in zip(net.parameters(), noise):
        p.grad.add_(n)
    opt.step()
print("loss", loss.item())
