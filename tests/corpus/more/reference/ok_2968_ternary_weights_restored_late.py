import contextlib

import torch
import torch.nn as nn
import torch.nn.functional as F


@contextlib.contextmanager
def ternarised(module):
    real = {name: p.data.clone() for name, p in module.named_parameters() if p.dim() > 1}
    for name, w in real.items():
        delta = 0.7 * w.abs().mean()
        module.get_parameter(name).data = w.sign() * (w.abs() > delta)
    yield module
    for name, w in real.items():
        module.get_parameter(name).data = w


torch.manual_seed(1418)
net = nn.Sequential(nn.Linear(3, 4), nn.Softsign(), nn.Linear(4, 2))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.randn(5, 3), torch.tensor([1, 0, 0, 1, 1])
for _ in range(2):
    opt.zero_grad(set_to_none=False)
    with ternarised(net) as quantised:
        loss = F.cross_entropy(quantised(x), y)
        loss.backward()
    opt.step()
