import torch
import torch.nn as nn

torch.manual_seed(127)
key = nn.Linear(2, 1)
val = torch.randn(5, 3)
x = torch.randn(5, 2)

w = key(x).squeeze(1).abs()
w.div_(w.sum())
w.add_(0.01).unsqueeze_(0)
ctx = w @ val
loss = ctx.pow(2).sum()
loss.backward()
