import torch
import torch.nn as nn

torch.manual_seed(49)
rnn = nn.GRUCell(2, 3)
head = nn.Linear(3, 1)
params = [*rnn.parameters(), *head.parameters()]
opt = torch.optim.SGD(params, lr=0.05)
series = torch.randn(6, 4, 2)

h = torch.zeros(4, 3)
for chunk in series.split(3):
    loss = 0.0
    for x in chunk:
        h = rnn(x, h)
        loss = loss + (head(h) - x.sum(1, keepdim=True)).square().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    h = h.detach().clone()
