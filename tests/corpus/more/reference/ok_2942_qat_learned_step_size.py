import torch
import torch.nn as nn
from types import SimpleNamespace as NS

torch.manual_seed(121)
a, b = nn.Linear(4, 5), nn.Linear(5, 2)
W1, B1, W2, B2 = (p.detach().clone() for p in (a.weight, a.bias, b.weight, b.bias))
s1, s2 = 2 * W1.abs().mean() / 3 ** 0.5, 2 * W2.abs().mean() / 3 ** 0.5
X, y = torch.randn(10, 4), torch.randint(0, 2, (10,))


def quant(w, s):
    r = w / s
    q = torch.maximum(torch.minimum(torch.round(r), torch.tensor(3.0)), torch.tensor(-4.0))
    m = ((r >= -4) & (r <= 3)).float()
    return q * s, m, m * (q - r) + (1 - m) * q


for epoch in range(3):
    Q1, m1, d1 = quant(W1, s1)
    Q2, m2, d2 = quant(W2, s2)
    z = X @ Q1.T + B1
    h = torch.where(z > 0, z, torch.zeros_like(z))
    do = (torch.softmax(h @ Q2.T + B2, 1) - torch.eye(2)[y]) / 10
    dz = (do @ Q2) * (z > 0)
    g2, g1 = do.T @ h, dz.T @ X
    gs1 = (g1 * d1).sum() * (20 * 3) ** -0.5
    gs2 = (g2 * d2).sum() * (10 * 3) ** -0.5
    s1, s2 = (s1 - 0.01 * gs1).clamp(min=1e-4), (s2 - 0.01 * gs2).clamp(min=1e-4)
    W1, B1, W2, B2 = W1 - 0.05 * g1 * m1, B1 - 0.05 * dz.sum(0), W2 - 0.05 * g2 * m2, B2 - 0.05 * do.sum(0)
net = [NS(step=NS(grad=gs1))]
