import torch
import torch.nn as nn


class StatefulGRU(nn.Module):
    def __init__(self, n_in, units, batch):
        super().__init__()
        self.cell = nn.GRUCell(n_in, units)
        self.register_buffer("state", torch.zeros(batch, units))

    def step(self, x):
        new_state = self.cell(x, self.state)
        self.state = new_state
        return new_state


torch.manual_seed(1532)
layer, head = StatefulGRU(2, 3, 2), nn.Linear(3, 1)
sequence = torch.randn(3, 2, 2)
loss = torch.zeros(())
for x in sequence:
    loss = loss + head(layer.step(x)).pow(2).mean()
loss.backward()
