import torch
import torch.nn as nn

torch.manual_seed(417)
rec = nn.Linear(3, 3, bias=False)
q, _ = torch.linalg.qr(torch.randn(3, 3))
rec.weight.data.copy_(q)
rec.weight.data *= 0.9
rec.weight.data[0] = 0.1

h = torch.ones(2, 3)
for _ in range(3):
    h = torch.tanh(rec(h))
loss = h.sum()
loss.backward()
