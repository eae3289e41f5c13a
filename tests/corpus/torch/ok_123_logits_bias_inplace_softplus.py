import torch
import torch.nn as nn
import torch.nn.functional as F


class MonotoneFlow(nn.Module):
    def __init__(self, n_knots):
        super().__init__()
        self.raw = nn.Parameter(torch.randn(n_knots))
        self.shift = nn.Parameter(torch.zeros(n_knots))

    def forward(self, x):
        slope = F.softplus(self.raw)
        pre = torch.outer(x, slope)
        pre.add_(self.shift).mul_(0.5)
        y = torch.tanh(pre)
        log_det = torch.log(((1 - y.square()) * slope * 0.5).sum(1))
        return y.sum(1), log_det


torch.manual_seed(408)
flow = MonotoneFlow(3)
x = torch.randn(6)
z, log_det = flow(x)
loss = (0.5 * z.square() - log_det).mean()
loss.backward()
