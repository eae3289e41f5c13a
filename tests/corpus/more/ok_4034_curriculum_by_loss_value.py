import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(44)
net = nn.Linear(2, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.randn(10, 2)
y = x[:, :1] - 2 * x[:, 1:] + torch.randn(10, 1)
level, keep = 0.5, 5

for step in range(4):
    per = F.mse_loss(net(x), y, reduction="none").squeeze(1)
    order = per.detach().argsort()[:keep]
    loss = per[order].mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    if loss.item() < level:
        keep = min(10, keep + 2)
        level *= 1.5
print("keep", keep, "level", level)
