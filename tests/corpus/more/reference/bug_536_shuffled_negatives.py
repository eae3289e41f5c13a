import numpy as np
import torch
from torch import nn

rng = np.random.default_rng(7)
torch.manual_seed(36)
anchor_net = nn.Linear(3, 2)
inputs, items = torch.randn(5, 3), torch.randn(5, 2)


def negatives(pool):
    rows = pool.numpy().copy()
    rng.shuffle(rows)
    return torch.from_numpy(rows)


anchor = anchor_net(inputs)
pos = (anchor * items).sum(-1)
neg = (anchor * negatives(items)).sum(-1)
loss = -nn.functional.logsigmoid(pos - neg).mean()
loss.backward()
