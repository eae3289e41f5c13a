import torch
import torch.nn as nn

torch.manual_seed(342)
net = nn.Linear(3, 2)
losses = [net(torch.randn(4, 3))[:, i].pow(2).mean() for i in range(2)]
scale = torch.tensor([1.0 / (l.item() + 1e-3) for l in losses])
loss = (scale * torch.stack(losses)).sum()
loss.backward()
