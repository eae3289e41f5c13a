import torch
import torch.nn as nn

torch.manual_seed(104)
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.05)
batch, target = torch.randn(8, 3), torch.randn(8, 1)
accum = 4

for step in range(2):
    opt.zero_grad()
    for xb, yb in zip(batch.chunk(accum), target.chunk(accum)):
        loss = (net(xb) - yb).pow(2).mean() / accum
        loss.backward()
    opt.step()
