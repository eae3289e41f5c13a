import torch
import torch.nn as nn


class RecentMemory:
    def __init__(self, size, dim):
        self.slots = torch.zeros(size, dim)
        self.pos = 0

    def push(self, h):
        rows = list(self.slots)
        rows[self.pos % len(rows)] = h
        self.slots = torch.stack(rows)
        self.pos += 1

    def read(self, query):
        score = torch.softmax(query, dim=0)
        return (score.unsqueeze(1) * self.slots).sum(dim=0)


torch.manual_seed(3013)
cell = nn.Linear(5, 2)
to_query = nn.Linear(2, 3)
memory = RecentMemory(size=3, dim=2)
inputs = torch.randn(4, 3)

h = torch.zeros(2)
for x in inputs:
    h = torch.tanh(cell(torch.cat([x, h])))
    memory.push(h)
    h = h + memory.read(to_query(h))
loss = h.pow(2).sum()
loss.backward()
