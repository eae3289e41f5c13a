import torch
import torch.nn as nn

torch.manual_seed(2311)
log_scales = nn.ParameterList([nn.Parameter(0.1 * torch.randn(2)) for _ in range(3)])
x = torch.randn(4, 2)

log_q = torch.zeros(4)
z = x
for s in log_scales:
    u = z * torch.exp(s)
    z = torch.asinh(u)
    log_q = log_q + s.sum() - 0.5 * torch.log1p(u ** 2).sum(1)
log_q = log_q - 0.5 * z.pow(2).sum(1)
loss = -log_q.mean()
loss.backward()
