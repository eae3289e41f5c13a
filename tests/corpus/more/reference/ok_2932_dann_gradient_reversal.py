import math
import torch
import torch.nn as nn
from torch.autograd import Function


class ReverseLayerF(Function):
    @staticmethod
    def forward(ctx, x, alpha):
        ctx.alpha = alpha
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output.neg() * ctx.alpha, None


class CNNModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.feature = nn.Sequential(nn.Linear(4, 6), nn.ReLU(True))
        self.class_classifier = nn.Sequential(nn.Linear(6, 4), nn.ReLU(True), nn.Linear(4, 3), nn.LogSoftmax(dim=1))
        self.domain_classifier = nn.Sequential(nn.Linear(6, 4), nn.ReLU(True), nn.Linear(4, 2), nn.LogSoftmax(dim=1))

    def forward(self, x, alpha):
        feature = self.feature(x).view(-1, 6)
        reverse_feature = ReverseLayerF.apply(feature, alpha)
        return self.class_classifier(feature), self.domain_classifier(reverse_feature)

from types import SimpleNamespace as NS
torch.manual_seed(15)
m0 = CNNModel()
P = {k: v.detach().clone().double() for k, v in m0.named_parameters()}


def two(p, name, h):
    h = (h @ p[name + ".0.weight"].T + p[name + ".0.bias"]).clamp(min=0)
    return torch.log_softmax(h @ p[name + ".2.weight"].T + p[name + ".2.bias"], 1)


def feat(p, x):
    return (x @ p["feature.0.weight"].T + p["feature.0.bias"]).clamp(min=0)


for i in range(4):
    alpha = 2.0 / (1.0 + math.exp(-10 * i / 4)) - 1
    s, lab, t = torch.randn(5, 4).double(), torch.randint(0, 3, (5,)), (torch.randn(5, 4) + 1.0).double()
    cls = torch.func.grad(lambda p: -two(p, "class_classifier", feat(p, s))[range(5), lab].mean())(P)
    dom = torch.func.grad(lambda p: -two(p, "domain_classifier", feat(p, s))[:, 0].mean()
                          - two(p, "domain_classifier", feat(p, t))[:, 1].mean())(P)
    G = {k: cls[k] + (-alpha if k.startswith("feature") else 1.0) * dom[k] for k in P}
    P = {k: v - 0.1 * G[k] for k, v in P.items()}
net = NS(feature=[NS(weight=NS(grad=G["feature.0.weight"]))])
