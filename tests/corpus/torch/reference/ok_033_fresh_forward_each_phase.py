import torch
from torch import nn

torch.manual_seed(320)
net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
opt = torch.optim.Adam(net.parameters(), lr=0.01)
batches = torch.randn(3, 5, 3)
seen = 0
for x in batches:
    for sign in (1.0, -1.0):
        opt.zero_grad()
        loss = nn.functional.softplus(sign * net(x)).mean()
        loss.backward()
        seen += 1
        opt.step()
print(loss.item() > 0)
