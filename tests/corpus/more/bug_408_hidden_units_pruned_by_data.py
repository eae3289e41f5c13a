import torch
import torch.nn as nn

torch.manual_seed(4028)
layer = nn.Linear(3, 4)
readout = torch.randn(4, 1)
keep = torch.tensor([1.0, 0.0, 1.0, 0.5])


def gated(x):
    act = torch.sigmoid(layer(x))
    act.data *= keep
    return act


out = gated(torch.randn(5, 3)) @ readout
loss = out.pow(2).mean()
loss.backward()
