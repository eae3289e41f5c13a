import torch
import torch.nn as nn

torch.manual_seed(1004)
front = nn.Linear(4, 3)
side = nn.Linear(3, 2)
speaker = torch.randn(3)
frames = torch.randn(5, 4)

x = front(frames)
phones = side(x)
x += speaker
voiced = torch.sigmoid(x.sum(dim=1))
loss = phones.logsumexp(dim=1).mean() - voiced.log().mean()
loss.backward()
