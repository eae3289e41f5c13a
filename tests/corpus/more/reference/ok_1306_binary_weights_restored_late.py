import torch
import torch.nn as nn

torch.manual_seed(2306)
net = nn.Sequential(nn.Linear(3, 4), nn.Hardtanh(), nn.Linear(4, 2))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
weights = [net[0].weight, net[2].weight]
org = [p.data.clone() for p in weights]

for p in weights:
    p.data.sign_()
loss = nn.functional.mse_loss(net(0.3 * torch.randn(6, 3)), torch.randn(6, 2))
opt.zero_grad()
loss.backward()
for p, full in zip(weights, org):
    p.data = full
opt.step()
