import torch
import torch.nn as nn


class ItemTable(nn.Module):
    def __init__(self, n_items: int, dim: int, pad: int = 0):
        super().__init__()
        self.pad = pad
        self.weight = nn.Parameter(torch.empty(n_items, dim))
        self.reset()

    def reset(self):
        nn.init.normal_(self.weight, std=0.1)
        self.weight[self.pad].zero_()

    def forward(self, history):
        vec = self.weight[history]
        keep = (history != self.pad).float()[..., None]
        return (vec * keep).sum(1) / keep.sum(1).clamp(min=1)


torch.manual_seed(1726)
table = ItemTable(6, 3)
profile = table(torch.tensor([[1, 2, 0], [5, 0, 0]]))
loss = (profile @ table.weight.T).logsumexp(1).sum()
loss.backward()
