import torch
import torch.nn as nn

torch.manual_seed(135)
G, D = nn.Linear(2, 3), nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))
opt_d = torch.optim.SGD(D.parameters(), lr=0.1)
fake = torch.tanh(G(torch.randn(4, 2)))
d_loss = D(fake.detach()).mean() - D(torch.randn(4, 3)).mean()
d_loss.backward()
opt_d.step()
loss = -D(fake).mean()
loss.backward()
