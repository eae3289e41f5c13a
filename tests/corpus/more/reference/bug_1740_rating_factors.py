from contextlib import contextmanager

import torch


@contextmanager
def update(opt):
    opt.zero_grad()
    yield
    opt.step()


torch.manual_seed(1740)
U = torch.randn(4, 2, requires_grad=True)
V = torch.randn(5, 2, requires_grad=True)
ratings = torch.randint(1, 6, (4, 5)).float()
known = torch.rand(4, 5) < 0.7
opt_u, opt_v = torch.optim.SGD([U], lr=0.01), torch.optim.SGD([V], lr=0.01)

pred = U @ V.T
fit = (pred - ratings)[known].square().sum()
with update(opt_v):
    (fit + 0.1 * V.square().sum()).backward()
