import functools
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1124)
limit = functools.partial(F.hardtanh, min_val=-0.4, max_val=0.4, inplace=True)


class Coupling(nn.Module):
    def __init__(self):
        super().__init__()
        self.subnet = nn.Linear(2, 2)

    def forward(self, x1, x2):
        s = torch.tanh(self.subnet(x1))
        limit(s)
        return x2 * torch.exp(s), s.sum(1)


block = Coupling()
z, log_det = block(torch.randn(4, 2), torch.randn(4, 2))
loss = (0.5 * z.pow(2).sum(1) - log_det).mean()
loss.backward()
