import torch
import torch.nn as nn

torch.manual_seed(319)
shared, a, b = nn.Linear(3, 3), nn.Linear(3, 1), nn.Linear(3, 1)
opt_a = torch.optim.SGD([*shared.parameters(), *a.parameters()], lr=0.1)
opt_b = torch.optim.SGD(b.parameters(), lr=0.2)
h = torch.tanh(shared(torch.randn(4, 3)))
loss_a, loss_b = a(h).pow(2).mean(), b(h).abs().mean()

opt_a.zero_grad()
opt_b.zero_grad()
(loss_a + loss_b).backward()
opt_a.step()
opt_b.step()
