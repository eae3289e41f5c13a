import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.func import functional_call

torch.manual_seed(270)
meta = nn.Linear(2, 1)
sx, sy, qx, qy = torch.randn(4, 2), torch.randn(4, 1), torch.randn(4, 2), torch.randn(4, 1)

params = dict(meta.named_parameters())
for _ in range(2):
    inner = F.mse_loss(functional_call(meta, params, (sx,)), sy)
    grads = torch.autograd.grad(inner, list(params.values()), create_graph=True)
    params = {n: p - 0.3 * g for (n, p), g in zip(params.items(), grads)}
loss = F.mse_loss(functional_call(meta, params, (qx,)), qy)
loss.backward()
