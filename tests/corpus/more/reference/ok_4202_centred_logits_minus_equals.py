import torch
import torch.nn as nn

torch.manual_seed(112)
net = nn.Linear(3, 4)
z = net(torch.randn(2, 3))
top = z.mean(dim=1, keepdim=True)
z = z - top
z = z / 2.5
prob = z.softmax(dim=1)
loss = -(prob[:, 0] + 1e-6).log().mean()
loss.backward()
