import torch
from torch import nn
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_parameter("w", nn.Parameter(torch.ones(3, requires_grad=True) * 2))
    def forward(self, x):
        return (x * self.w).sum()
m = M()
m(torch.ones(3)).backward()
assert m.w.grad is not None
