import torch
from dataclasses import dataclass
@dataclass
class Batch:
    x: torch.Tensor
    n: int
b = Batch(torch.randn(3, requires_grad=True), 3)
loss = (b.x ** 2).sum() / b.n
loss.backward()
assert b.x.grad is not None
