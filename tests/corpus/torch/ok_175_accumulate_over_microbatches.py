import torch
import torch.nn as nn

torch.manual_seed(421)
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
micro = torch.randn(4, 2, 3)

opt.zero_grad()
for i, x in enumerate(micro):
    loss = net(x).pow(2).mean() / 4
    loss.backward()
    if i == 3:
        opt.step()
