import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(2211)
net = nn.Linear(3, 2)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.randn(8, 3), torch.randint(0, 2, (8,))
accumulate = 4


def micro_batches(size):
    for i in range(0, len(x), size):
        yield x[i: i + size], y[i: i + size]


opt.zero_grad()
for n, (xb, yb) in enumerate(micro_batches(2), start=1):
    loss = F.cross_entropy(net(xb), yb) / accumulate
    loss.backward()
    if n % accumulate == 0:
        torch.nn.utils.clip_grad_value_(net.parameters(), 5.0)
        opt.step()
