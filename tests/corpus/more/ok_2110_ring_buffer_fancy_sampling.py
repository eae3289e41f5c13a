import numpy as np
import torch
import torch.nn as nn


class ReplayBuffer:
    def __init__(self, size, dim):
        self.obs = np.zeros((size, dim), dtype=np.float32)
        self.ptr, self.size = 0, size

    def add(self, o):
        self.obs[self.ptr % self.size] = o
        self.ptr += 1

    def sample(self, idx):
        return torch.as_tensor(self.obs[idx])


torch.manual_seed(76)
rng = np.random.default_rng(3)
buf, q = ReplayBuffer(4, 3), nn.Linear(3, 2)
for _ in range(4):
    buf.add(rng.normal(size=3))
loss = 0.0
for step in range(3):
    batch = buf.sample(np.array([0, 2, 3]))
    loss = loss + q(batch).pow(2).mean()
    buf.add(rng.normal(size=3))
loss.backward()
