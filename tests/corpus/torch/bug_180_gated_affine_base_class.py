import torch
import torch.nn as nn


class Affine(nn.Module):
    """Learnable scale and shift, as in FiLM."""

    def __init__(self, dim):
        super().__init__()
        self.gamma = nn.Parameter(torch.full((dim,), 1.5))
        self.beta = nn.Parameter(torch.zeros(dim))

    def forward(self, t):
        t *= self.gamma
        t += self.beta
        return t


class GatedAffine(Affine):
    def __init__(self, dim):
        super().__init__(dim)
        self.gate = nn.Linear(dim, dim)

    def forward(self, x):
        g = torch.sigmoid(self.gate(x))
        return x * super().forward(g)


torch.manual_seed(303)
block = GatedAffine(3)
head = nn.Linear(3, 1)
opt = torch.optim.Adam([*block.parameters(), *head.parameters()], lr=1e-3)
x, y = torch.randn(6, 3), torch.randn(6, 1)

opt.zero_grad()
loss = nn.functional.smooth_l1_loss(head(block(x)), y)
loss.backward()
opt.step()
