import torch
import torch.nn as nn

torch.manual_seed(313)
net = nn.Linear(3, 2)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
loss = net(torch.randn(4, 3)).pow(2).sum()
loss.backward()
norm = torch.stack([p.grad.norm() for p in net.parameters()]).norm()
for p in net.parameters():
    p.grad = p.grad * (1.0 / (norm + 1e-6)).clamp(max=1.0)
opt.step()
