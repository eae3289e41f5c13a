import numpy as np
import torch
import torch.nn as nn


class InMemory:
    def __init__(self):
        self.data = np.random.default_rng(840).normal(3.0, 2.0, size=(4, 2)).astype(np.float32)

    def __getitem__(self, index):
        sample = torch.from_numpy(self.data[index].copy())
        return sample.sub(3.0).div(2.0)


torch.manual_seed(840)
net = nn.Linear(2, 1)
dataset = InMemory()
loss = 0.0
for epoch in range(2):
    for i in range(4):
        loss = loss + net(dataset[i]).tanh().pow(2).sum()
loss.backward()
