import numpy as np
import torch
import torch.nn as nn

torch.manual_seed(336)
rng = np.random.default_rng(1)
net = nn.Linear(2, 1)
losses = []
rows = []
for _ in range(3):
    arr = rng.standard_normal((4, 2)).astype(np.float32)
    arr -= arr.mean(0)
    rows.append(torch.tensor(arr))
    losses.append(net(torch.from_numpy(arr)).pow(2).mean())
loss = torch.stack(losses).sum()
loss = sum(net(r).pow(2).mean() for r in rows)
loss.backward()
