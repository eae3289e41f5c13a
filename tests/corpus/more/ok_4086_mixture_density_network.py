import math

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset


class MDN(nn.Module):
    def __init__(self, hidden=7, k=3):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(1, hidden), nn.Tanh())
        self.pi, self.mu, self.ls = nn.Linear(hidden, k), nn.Linear(hidden, k), nn.Linear(hidden, k)

    def forward(self, x):
        h = self.body(x)
        return F.log_softmax(self.pi(h), dim=1), self.mu(h), self.ls(h).clamp(-4.0, 2.0)

    def nll(self, x, y):
        logpi, mu, ls = self(x)
        z = (y - mu) * torch.exp(-ls)
        z = z.pow(2)
        z.mul_(-0.5)
        logp = z - ls - 0.5 * math.log(2 * math.pi)
        return -torch.logsumexp(logpi + logp, dim=1).mean()

    def usage_entropy(self, x):
        p = self(x)[0].exp().mean(0)
        return -torch.xlogy(p, p).sum()

    @torch.no_grad()
    def sample(self, x, g):
        logpi, mu, ls = self(x)
        k = torch.multinomial(logpi.exp(), 1, generator=g)
        noise = torch.randn(len(x), 1, generator=g)
        return mu.gather(1, k) + ls.gather(1, k).exp() * noise


def inverse_sine(n):
    y = torch.rand(n, 1) * 2 - 1
    x = y + 0.3 * torch.sin(2 * math.pi * y) + 0.02 * torch.randn(n, 1)
    return x, y


torch.manual_seed(142)
x, y = inverse_sine(32)
x[5], y[9] = float("nan"), float("inf")
valid = torch.isfinite(x).all(1) & torch.isfinite(y).all(1)
x, y = x[valid], y[valid]
x = (x - x.mean()) / x.std().clamp(min=1e-6)
loader = DataLoader(TensorDataset(x, y), batch_size=10, shuffle=False)
mdn = MDN()
opt = torch.optim.Adam(mdn.parameters(), lr=0.02)
for epoch in range(3):
    total, seen = 0.0, 0
    for xb, yb in loader:
        nll = mdn.nll(xb, yb)
        loss = nll - 0.05 * mdn.usage_entropy(xb)
        opt.zero_grad()
        loss.backward()
        if not math.isfinite(loss.item()):
            raise RuntimeError("diverged")
        opt.step()
        total += nll.item() * len(xb)
        seen += len(xb)
    print(f"epoch {epoch} nll {total / seen:.4f}")
draw = mdn.sample(x[:4], torch.Generator().manual_seed(1))
print("rows", int(valid.sum()), "draw ok", bool(draw.isfinite().all()))
