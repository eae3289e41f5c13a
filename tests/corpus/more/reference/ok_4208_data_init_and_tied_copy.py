import torch
import torch.nn as nn

torch.manual_seed(118)
enc, dec = nn.Linear(4, 2), nn.Linear(2, 4)
with torch.no_grad():
    w = torch.empty(2, 4).normal_(0, 0.3)
    enc = torch.nn.Parameter(w.clone())
    dec.weight = nn.Parameter(w.t().contiguous())
    dec.bias = nn.Parameter(torch.full((4,), 0.1))

x = torch.randn(5, 4)
loss = (dec(torch.relu(x @ enc.t())) - x).pow(2).mean()
loss.backward()
