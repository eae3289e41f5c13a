import torch
import torch.nn as nn

torch.manual_seed(743)
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = 4 * torch.randn(6, 3), 10 * torch.randn(6, 1)

opt.zero_grad()
loss = (net(x) - y).pow(2).mean()
loss.backward()
nn.utils.clip_grad_norm_(net.parameters(), 1.0)
opt.step()
