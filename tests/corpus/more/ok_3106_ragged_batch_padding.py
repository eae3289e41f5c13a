from typing import Sequence

import torch
import torch.nn as nn


def pad(rows: Sequence[torch.Tensor], length: int) -> tuple[torch.Tensor, torch.Tensor]:
    out = rows[0].new_zeros(len(rows), length, rows[0].shape[-1])
    keep = torch.zeros(len(rows), length, dtype=torch.bool)
    for i, row in enumerate(rows):
        out[i, :len(row)] = row
        keep[i, :len(row)] = True
    return out, keep


torch.manual_seed(3207)
encoder = nn.Linear(2, 3)
mixer = nn.Linear(3, 1)
sentences = [torch.randn(n, 2) for n in (3, 1, 4)]
hidden, keep = pad([torch.tanh(encoder(s)) for s in sentences], length=4)
logits = mixer(hidden).squeeze(-1)
logits[~keep] = -30.0
weights = logits.softmax(-1)
context = (weights[..., None] * hidden).sum(1)
loss = context.square().sum()
loss.backward()
