import torch
import torch.nn as nn

torch.manual_seed(19)
m0 = nn.Sequential(nn.Linear(4, 8), nn.Softplus(), nn.Linear(8, 3), nn.Softmax(dim=1))
P = [p.detach().clone().double() for p in m0.parameters()]
X = torch.randn(30, 4).double()
labels = (X[:, 0] > 0).long() + (X[:, 1] > 0.5).long()


def forward(P, x):
    a = x @ P[0].T + P[1]
    h = torch.log1p(a.exp())
    o = h @ P[2].T + P[3]
    e = o.exp()
    return a, h, e / e.sum(1, keepdim=True)


M, V = [0] * 4, [0] * 4
for t in range(1, 11):
    a, h, s = forward(P, X)
    do = (s - torch.eye(3).double()[labels]) / 30
    da = do @ P[2] * torch.sigmoid(a)
    G = [da.T @ X, da.sum(0), do.T @ h, do.sum(0)]
    M = [0.9 * m + 0.1 * g for m, g in zip(M, G)]
    V = [0.999 * v + 0.001 * g * g for v, g in zip(V, G)]
    P = [p - 5e-2 * (m / (1 - 0.9 ** t)) / ((v / (1 - 0.999 ** t)).sqrt() + 1e-8) for p, m, v in zip(P, M, V)]
x, base = X[:3], X.mean(0, keepdim=True)
acc = 0
for k in range(20):
    a, h, s = forward(P, base + (k + 0.5) / 20 * (x - base))
    do = s[:, 1:2] * (torch.tensor([[0.0, 1.0, 0.0]]).double() - s)
    acc = acc + do @ P[2] * torch.sigmoid(a) @ P[0]
attributions = acc / 20 * (x - base)
