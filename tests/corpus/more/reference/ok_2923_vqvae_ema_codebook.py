import torch
from torch import nn
from types import SimpleNamespace as NS

torch.manual_seed(40)
e0, d0 = nn.Linear(3, 2), nn.Linear(2, 3)
P = [p.detach().clone() for p in (e0.weight, e0.bias, d0.weight, d0.bias)]
book = torch.randn(2, 5)
count, avg = torch.zeros(5), book
M, V = [0] * 4, [0] * 4
for i in range(1, 5):
    We, be, Wd, bd = P
    img = torch.randn(6, 3)
    z = img @ We.T + be
    near = ((z[:, :, None] - book[None]) ** 2).sum(1).argmin(1)
    q = book.T[near]
    hot = torch.eye(5)[near]
    count = 0.9 * count + 0.1 * hot.sum(0)
    avg = 0.9 * avg + 0.1 * (z.T @ hot)
    n = count.sum()
    book = avg / ((count + 1e-5) / (n + 5e-5) * n)[None]
    r = 2 * (q @ Wd.T + bd - img) / img.numel()
    dz = r @ Wd + 0.25 * 2 * (z - q) / z.numel()
    G = [dz.T @ img, dz.sum(0), r.T @ q, r.sum(0)]
    M = [0.9 * m + 0.1 * g for m, g in zip(M, G)]
    V = [0.999 * v + 0.001 * g * g for v, g in zip(V, G)]
    P = [p - 1e-2 * (m / (1 - 0.9 ** i)) / ((v / (1 - 0.999 ** i)).sqrt() + 1e-8) for p, m, v in zip(P, M, V)]
enc = NS(weight=NS(grad=G[0]))
