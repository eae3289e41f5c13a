import torch
import torch.nn as nn

torch.manual_seed(2001)
net = nn.Linear(3, 4)
edges = torch.randn(2, 3)

output = net(edges).view(2, 2, 2)
output = torch.stack([output[0], output[1].transpose(-2, -1)])
payoff = output.mean(dim=0)
loss = (payoff * torch.tensor([[1.0, 2.0], [3.0, 4.0]])).sum() + payoff.pow(2).sum()
loss.backward()
