import torch
import torch.nn as nn


def rank(x):
    return torch.sigmoid((x[:, None] - x) / 0.1).sum(1)


def corr(a, b):
    a, b = a - a.mean(), b - b.mean()
    return (a * b).sum() / (a.norm() * b.norm())


class SpearmanIC(nn.Module):
    def forward(self, signal, forward_returns):
        return 1.0 - corr(rank(signal), rank(forward_returns))


torch.manual_seed(1333)
factor = nn.Linear(3, 1)
exposures, realised = torch.randn(6, 3), torch.randn(6)
criterion = SpearmanIC()
loss = criterion(factor(exposures).squeeze(1), realised)
loss.backward()
