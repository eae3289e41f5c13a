import torch
import torch.nn as nn
from types import SimpleNamespace as NS


def unit(v):
    return v / (v.pow(2).sum().sqrt() + 1e-12)


torch.manual_seed(151)
L = []
for fin, fout in ((3, 5), (5, 1)):
    w = torch.empty(fout, fin)
    nn.init.orthogonal_(w, gain=1.5)
    L.append([w, torch.zeros(fout), unit(torch.randn(fout)), unit(torch.randn(fin))])
g0 = nn.Sequential(nn.Linear(2, 5), nn.ReLU(), nn.Linear(5, 3))
gp = [p.detach().clone() for p in g0.parameters()]
dp = [L[0][0], L[0][1], L[1][0], L[1][1]]
uv = [(L[0][2], L[0][3]), (L[1][2], L[1][3])]


def iterate(dp, uv):
    out = []
    for W, (u, v) in zip((dp[0], dp[2]), uv):
        v = unit(W.T @ u)
        out.append((unit(W @ v), v))
    return out


def D(dp, uv, x):
    A = dp[0] / (uv[0][0] @ dp[0] @ uv[0][1])
    B = dp[2] / (uv[1][0] @ dp[2] @ uv[1][1])
    h = x @ A.T + dp[1]
    return torch.where(h > 0, h, 0.1 * h) @ B.T + dp[3]


def G(gp, z):
    return (z @ gp[0].T + gp[1]).clamp(min=0) @ gp[2].T + gp[3]


for it in range(3):
    z = torch.randn(6, 2)
    uv = iterate(dp, uv)
    gg = torch.func.grad(lambda p: -D(dp, uv, G(p, z)).mean())(gp)
    gp = [p - 0.1 * g for p, g in zip(gp, gg)]
    real = torch.randn(6, 3) * 0.5 + 1
    fake = G(gp, torch.randn(6, 2))
    uv1 = iterate(dp, uv)
    uv2 = iterate(dp, uv1)
    dg = torch.func.grad(lambda p: (1 - D(p, uv1, real)).clamp(min=0).mean() + (1 + D(p, uv2, fake)).clamp(min=0).mean())(dp)
    dp = [p - 0.1 * g for p, g in zip(dp, dg)]
    uv = uv2
D = [NS(weight_bar=NS(grad=dg[0]))]
