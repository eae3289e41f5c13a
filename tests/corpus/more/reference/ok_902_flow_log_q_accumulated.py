import torch
import torch.nn as nn

torch.manual_seed(9902)
flows = nn.ModuleList([nn.Linear(1, 2) for _ in range(2)])
z = torch.randn(4, 2)

log_q = torch.zeros(4)
for flow in flows:
    shift, log_scale = flow(z[:, :1]).unbind(1)
    log_scale = torch.tanh(log_scale)
    z = torch.stack([z[:, 1] * torch.exp(log_scale) + shift, z[:, 0]], dim=1)
    log_q = log_q + log_scale
log_q = log_q - 0.5 * z.pow(2).sum(1)
loss = -log_q.mean()
loss.backward()
