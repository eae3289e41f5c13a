import torch
import torch.nn as nn

torch.manual_seed(18)
cell = nn.GRUCell(2, 3)
head = nn.Linear(3, 1)
opt = torch.optim.SGD([*cell.parameters(), *head.parameters()], lr=0.1)

hidden = torch.zeros(4, 3)
for step in range(3):
    x = torch.randn(4, 2)
    done = torch.rand(4) < 0.3
    hidden = cell(x, hidden)
    loss = head(hidden).square().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    hidden = hidden.detach()
    hidden[done] = 0.0
print(hidden.abs().sum().item())
