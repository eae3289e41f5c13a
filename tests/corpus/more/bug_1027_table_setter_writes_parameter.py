import torch
import torch.nn as nn


class DiscreteTable(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.probs = nn.Parameter(torch.full((n,), 1.0 / n))

    def set_entry(self, key, value):
        self.probs[key] = value


torch.manual_seed(1027)
table = DiscreteTable(4)
table.set_entry(2, 0.4)
counts = torch.tensor([2.0, 1.0, 4.0, 1.0])
loss = -(counts * table.probs.log()).sum() + table.probs.sum()
loss.backward()
