import torch
import torch.nn as nn


class Equilibrium(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.W = nn.Parameter(torch.randn(dim, dim) * 0.3)

    def forward(self, x, iters=3):
        z = x @ self.W
        for _ in range(iters):
            before = z
            z = z - 0.5 * (z @ self.W.detach() - x)
            residual = (z - before).pow(2).mean()
        return z, residual


torch.manual_seed(627)
layer = Equilibrium(2)
x = torch.randn(4, 2)
z, residual = layer(x)
loss = z.abs().mean() + residual
loss.backward()
print(f"residual {residual.item():.4f}")
