import torch
import torch.nn as nn

torch.manual_seed(4137)
enc = nn.Linear(3, 4)
records = []


def record(h):
    shot = h.detach()
    shot = shot - shot.mean()
    shot /= shot.std()
    records.append(shot)


h = torch.sigmoid(enc(torch.randn(5, 3)))
record(h)
loss = h.pow(3).sum()
loss.backward()
