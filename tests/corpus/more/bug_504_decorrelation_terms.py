import torch
import torch.nn as nn
import torch.nn.functional as F


def off_diagonal(m):
    n, _ = m.shape
    return m.flatten()[:-1].view(n - 1, n + 1)[:, 1:].flatten()


def embedding_terms(z):
    z = z - z.mean(0)
    cov = z.T @ z / (len(z) - 1)
    std = torch.sqrt(z.var(0) + 1e-4)
    z /= std
    return z, {"var": F.relu(1 - std).mean(), "cov": off_diagonal(cov).pow(2).sum() / z.shape[1]}


torch.manual_seed(31)
proj = nn.Linear(3, 3, bias=False)
view_a, view_b = torch.randn(8, 3), torch.randn(8, 3)
(za, ta), (zb, tb) = map(embedding_terms, (proj(view_a), proj(view_b)))
loss = F.mse_loss(za, zb)
for name, weight in dict(var=1.0, cov=0.5).items():
    loss = loss + weight * (ta[name] + tb[name])
loss.backward()
