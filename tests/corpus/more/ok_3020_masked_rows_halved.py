import torch
import torch.nn as nn

torch.manual_seed(3220)
lin = nn.Linear(3, 4)


def soften(feats, mask, rows):
    feats[mask] *= 0.5
    feats[rows, 0] += 1.0
    feats[:, 1:3][rows[0]] = 0.0
    view = feats.t()
    view[3].neg_()
    return feats


x = torch.randn(5, 3)
mask = torch.tensor([True, False, True, False, False])
rows = [1, 4]
out = soften(lin(x), mask, rows)
loss = out.pow(2).mean()
loss.backward()
