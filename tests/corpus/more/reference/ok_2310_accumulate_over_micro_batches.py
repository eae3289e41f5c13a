import torch
import torch.nn as nn

torch.manual_seed(1210)
net = nn.Linear(3, 2)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
micro_batches = [(torch.randn(2, 3), torch.randint(0, 2, (2,))) for _ in range(4)]
accumulate = 2

for i, (x, y) in enumerate(micro_batches):
    if i % accumulate == 0:
        opt.zero_grad()
    if (i + 1) % accumulate == 0:
        xs = torch.cat([micro_batches[i - 1][0], x])
        ys = torch.cat([micro_batches[i - 1][1], y])
        nn.functional.cross_entropy(net(xs), ys).backward()
        opt.step()
print("weight", net.weight.detach().round(decimals=4).tolist())
