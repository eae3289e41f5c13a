import torch
import torch.nn as nn

torch.manual_seed(724)
there, back = nn.Linear(2, 2), nn.Linear(2, 2)
opt_there = torch.optim.SGD(there.parameters(), lr=0.1)
opt_back = torch.optim.SGD(back.parameters(), lr=0.1)
a, b = torch.randn(4, 2), torch.randn(4, 2)

fake_b, fake_a = there(a), back(b)
loss_there = (fake_b - b).pow(2).mean()
loss_back = (there(fake_a) - b).pow(2).mean()

opt_there.zero_grad()
loss_there.backward()
opt_back.zero_grad()
loss_back.backward()
opt_there.step()
opt_back.step()
