import torch
import torch.nn as nn

torch.manual_seed(15)
enc, head_a, head_b = nn.Linear(3, 2), nn.Linear(2, 1), nn.Linear(2, 1)
opt_a = torch.optim.SGD([*enc.parameters(), *head_a.parameters()], lr=0.1)
opt_b = torch.optim.SGD([*enc.parameters(), *head_b.parameters()], lr=0.1)
x = torch.randn(5, 3)

loss_a = head_a(enc(x).tanh()).pow(2).mean()
opt_a.zero_grad()
loss_a.backward()
opt_a.step()

loss_b = head_b(enc(x).tanh()).sub(1).pow(2).mean()
opt_b.zero_grad()
loss_b.backward()
opt_b.step()
print(loss_a.item(), loss_b.item())
