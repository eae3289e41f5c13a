import torch
import torch.nn as nn

torch.manual_seed(410)
proj = nn.Linear(3, 4)
x = torch.randn(2, 3)

value, gate = proj(x).unsafe_chunk(2, dim=-1)
gate += 1.0
value *= 0.5
out = value * torch.sigmoid(gate)
loss = out.pow(2).sum()
loss.backward()
