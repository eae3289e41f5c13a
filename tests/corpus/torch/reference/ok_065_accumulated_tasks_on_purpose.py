import torch
import torch.nn as nn

torch.manual_seed(352)
net = nn.Linear(3, 2)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
tasks = [torch.randn(4, 3) for _ in range(3)]
opt.zero_grad(set_to_none=True)
sum(net(t).pow(2).mean() / len(tasks) for t in tasks).backward()
opt.step()
