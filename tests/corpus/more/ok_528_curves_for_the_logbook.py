import math
from collections import defaultdict

import torch
import torch.nn as nn

torch.manual_seed(35)
net = nn.Linear(3, 2)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
book = defaultdict(float)
history = []
for step in range(3):
    x, y = torch.randn(4, 3), torch.tensor([0, 1, 1, 0])
    parts = {"ce": nn.functional.cross_entropy(net(x), y), "l2": 1e-2 * net.weight.square().sum()}
    loss = sum(parts.values())
    opt.zero_grad()
    loss.backward()
    opt.step()
    for k, v in parts.items():
        book[k] += v.item()
    history.append(loss.detach())
curve = torch.stack(history)
curve -= curve.mean()
print({k: round(v / 3, 4) for k, v in book.items()}, math.isfinite(curve[0]))
