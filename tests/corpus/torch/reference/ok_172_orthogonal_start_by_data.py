import torch
import torch.nn as nn

torch.manual_seed(417)
rec = nn.Linear(3, 3, bias=False)
q, _ = torch.linalg.qr(torch.randn(3, 3))
q = 0.9 * q
q = torch.cat([torch.full((1, 3), 0.1), q[1:]])
rec.weight = nn.Parameter(q)

h = torch.ones(2, 3)
for _ in range(3):
    h = torch.tanh(rec(h))
loss = h.sum()
loss.backward()
