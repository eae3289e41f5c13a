import numpy as np
import torch
import torch.nn as nn


class RingBuffer:
    def __init__(self, capacity, dim):
        self.obs = np.zeros((capacity, dim), dtype=np.float32)
        self.ptr, self.capacity = 0, capacity

    def push(self, row):
        self.obs[self.ptr] = row
        self.ptr = (self.ptr + 1) % self.capacity

    def latest(self, n):
        return torch.tensor(self.obs[:n])


torch.manual_seed(1142)
rng = np.random.default_rng(3)
q_net = nn.Linear(3, 2)
buffer = RingBuffer(4, 3)
for _ in range(4):
    buffer.push(rng.normal(size=3))

batch = buffer.latest(4)
td = q_net(batch).max(dim=1).values - 1.0
for _ in range(2):
    buffer.push(rng.normal(size=3))
loss = td.pow(2).mean()
loss.backward()
