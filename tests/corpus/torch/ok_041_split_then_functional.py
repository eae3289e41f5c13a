import torch
import torch.nn as nn

torch.manual_seed(328)
proj = nn.Linear(3, 6)
gate, value = proj(torch.randn(4, 3)).chunk(2, dim=1)
out = torch.sigmoid(gate) * value
out += 1.0
loss = out.pow(2).sum()
loss.backward()
