import torch
import torch.nn as nn


class Memory:
    def __init__(self, cells):
        self.cells = cells.clone()

    def address(self, key):
        return torch.softmax(self.cells @ key, dim=0)

    def read(self, key):
        return self.address(key) @ self.cells

    def write(self, key, erase, add):
        w = self.address(key)
        self.cells.mul_(1.0 - torch.outer(w, erase)).add_(torch.outer(w, add))


torch.manual_seed(843)
ctrl = nn.Linear(3, 8)
memory = Memory(torch.randn(4, 2))
key, erase, add, query = ctrl(torch.randn(3)).split(2)
before = memory.read(key)
memory.write(key, torch.sigmoid(erase), torch.tanh(add))
after = memory.read(query)
loss = (before - after).pow(2).sum()
loss.backward()
