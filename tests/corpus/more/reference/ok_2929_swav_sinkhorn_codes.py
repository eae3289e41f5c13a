import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self, nmb_prototypes=5):
        super().__init__()
        self.backbone = nn.Sequential(nn.Linear(4, 6), nn.ReLU(inplace=True), nn.Linear(6, 3))
        self.prototypes = nn.Linear(3, nmb_prototypes, bias=False)

    def forward(self, x):
        x = nn.functional.normalize(self.backbone(x), dim=1, p=2)
        return x, self.prototypes(x)


@torch.no_grad()
def distributed_sinkhorn(out, epsilon=0.25, iters=3):
    Q = torch.exp(out / epsilon).t()
    B, K = Q.shape[1], Q.shape[0]
    Q /= torch.sum(Q)
    for _ in range(iters):
        Q /= torch.sum(Q, dim=1, keepdim=True)
        Q /= K
        Q /= torch.sum(Q, dim=0, keepdim=True)
        Q /= B
    Q *= B
    return Q.t()

from types import SimpleNamespace as NS
torch.manual_seed(31)
m0 = Net()
P = {k: v.detach().clone().double() for k, v in m0.named_parameters()}
MOM = {}


def codes(o):
    Q = (o / 0.25).exp().T
    Q = Q / Q.sum()
    for _ in range(3):
        Q = Q / Q.sum(1, keepdim=True) / 5
        Q = Q / Q.sum(0, keepdim=True) / 6
    return (Q * 6).T


def scores(p, x):
    h = (x @ p["backbone.0.weight"].T + p["backbone.0.bias"]).clamp(min=0) @ p["backbone.2.weight"].T + p["backbone.2.bias"]
    return (h / h.pow(2).sum(1, keepdim=True).sqrt()) @ p["prototypes.weight"].T


for it in range(4):
    base = torch.randn(6, 4)
    a, b = (base + 0.1 * torch.randn_like(base) for _ in range(2))
    a, b = a.double(), b.double()
    W = P["prototypes.weight"]
    P = {**P, "prototypes.weight": W / W.pow(2).sum(1, keepdim=True).sqrt()}
    qa, qb = codes(scores(P, a)), codes(scores(P, b))

    def f(p):
        la, lb = torch.log_softmax(scores(p, a) / 0.1, 1), torch.log_softmax(scores(p, b) / 0.1, 1)
        return -0.5 * ((qa * lb).sum(1).mean() + (qb * la).sum(1).mean())

    G = torch.func.grad(f)(P)
    new = {}
    for k in P:
        if it < 1 and "prototypes" in k:
            new[k] = P[k]
            continue
        MOM[k] = 0.9 * MOM[k] + G[k] if k in MOM else G[k]
        new[k] = P[k] - 0.2 * MOM[k]
    P = new
model = NS(prototypes=NS(weight=NS(grad=G["prototypes.weight"])))
