import torch
import torch.nn as nn

torch.manual_seed(1564)
ih, hh = nn.Linear(2, 9), nn.Linear(3, 9)


def gru_cell(x, h):
    i_r, i_z, i_n = ih(x).unsafe_chunk(3, 1)
    h_r, h_z, h_n = hh(h).unsafe_chunk(3, 1)
    r = i_r.add_(h_r).sigmoid_()
    z = i_z.add_(h_z).sigmoid_()
    n = (i_n + r * h_n).tanh_()
    return n + z * (h - n)


h = torch.zeros(2, 3)
for x in torch.randn(3, 2, 2):
    h = gru_cell(x, h)
loss = h.pow(2).mean()
loss.backward()
