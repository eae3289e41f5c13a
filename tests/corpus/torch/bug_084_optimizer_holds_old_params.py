import torch
import torch.nn as nn

torch.manual_seed(258)
net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
net[-1] = nn.Linear(4, 3)
x, y = torch.randn(6, 3), torch.tensor([0, 1, 2, 0, 1, 2])

for _ in range(3):
    loss = nn.functional.cross_entropy(net(x), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
