from typing import NamedTuple

import torch
import torch.nn as nn


class Step(NamedTuple):
    hidden: torch.Tensor
    gate_mean: float


class GatedDecoder(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.mix = nn.Linear(2 * dim, 2 * dim)

    def forward(self, token, hidden) -> Step:
        value, gate = self.mix(torch.cat([token, hidden], -1)).chunk(2, dim=-1)
        gate = gate.sigmoid()
        hidden = hidden + gate * (torch.tanh(value) - hidden)
        return Step(hidden, gate.mean().item())


torch.manual_seed(3108)
decoder = GatedDecoder(2)
hidden = torch.zeros(3, 2)
for token in torch.randn(2, 3, 2):
    step = decoder(token, hidden)
    hidden = step.hidden
loss = hidden.square().sum()
loss.backward()
