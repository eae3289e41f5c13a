import torch
import torch.nn as nn

torch.manual_seed(1616)
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
episodes = [(torch.randn(n, 3), torch.randn(n, 1)) for n in (2, 5, 3)]
total = sum(len(x) for x, _ in episodes)

opt.zero_grad()
x = torch.cat([a for a, _ in episodes])
y = torch.cat([b for _, b in episodes])
(net(x) - y).pow(2).mean().backward()
torch.nn.utils.clip_grad_norm_(net.parameters(), 10.0)
opt.step()
print(total)
