import math
import torch
import torch.nn as nn


class SimSiam(nn.Module):
    def __init__(self, dim=3, pred_dim=2):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(4, 5, bias=False), nn.ReLU(inplace=True), nn.Linear(5, dim))
        self.predictor = nn.Sequential(nn.Linear(dim, pred_dim), nn.ReLU(inplace=True), nn.Linear(pred_dim, dim))

    def forward(self, x1, x2):
        z1, z2 = self.encoder(x1), self.encoder(x2)
        p1, p2 = self.predictor(z1), self.predictor(z2)
        return p1, p2, z1.detach(), z2.detach()


def adjust_learning_rate(optimizer, init_lr, epoch, epochs):
    cur_lr = init_lr * 0.5 * (1.0 + math.cos(math.pi * epoch / epochs))
    for group in optimizer.param_groups:
        group["lr"] = init_lr if group.get("fix_lr") else cur_lr


class AverageMeter:
    def __init__(self):
        self.sum = self.count = 0

    def update(self, val, n=1):
        self.sum += val * n
        self.count += n

    @property
    def avg(self):
        return self.sum / self.count

from types import SimpleNamespace as NS
torch.manual_seed(9)
m0 = SimSiam()
P = {k: v.detach().clone().double() for k, v in m0.named_parameters()}


def enc(p, x):
    return (x @ p["encoder.0.weight"].T).clamp(min=0) @ p["encoder.2.weight"].T + p["encoder.2.bias"]


def pred(p, z):
    h = (z @ p["predictor.0.weight"].T + p["predictor.0.bias"]).clamp(min=0)
    return h @ p["predictor.2.weight"].T + p["predictor.2.bias"]


def cos(a, b):
    return ((a * b).sum(1) / (a.pow(2).sum(1).sqrt() * b.pow(2).sum(1).sqrt())).mean()


for epoch in range(3):
    base = torch.randn(6, 4)
    x1, x2 = (base + 0.1 * torch.randn(6, 4)).double(), (base + 0.1 * torch.randn(6, 4)).double()
    c1, c2 = enc(P, x1), enc(P, x2)

    def f(p):
        return -0.5 * (cos(pred(p, enc(p, x1)), c2) + cos(pred(p, enc(p, x2)), c1))

    G = torch.func.grad(f)(P)
    lr = 0.05 * 0.5 * (1 + math.cos(math.pi * epoch / 3))
    P = {k: v - (lr if k.startswith("encoder") else 0.05) * G[k] for k, v in P.items()}
model = NS(encoder=[NS(weight=NS(grad=G["encoder.0.weight"]))])
