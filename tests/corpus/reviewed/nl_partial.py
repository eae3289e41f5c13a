import torch
from functools import partial
f = partial(torch.mul, torch.ones(3, requires_grad=True))
loss = f(torch.randn(3)).sum()
loss.backward()
assert f.args[0].grad is not None
