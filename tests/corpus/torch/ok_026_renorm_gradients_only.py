import torch
import torch.nn as nn

torch.manual_seed(313)
net = nn.Linear(3, 2)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
loss = net(torch.randn(4, 3)).pow(2).sum()
loss.backward()
norm = torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
opt.step()
