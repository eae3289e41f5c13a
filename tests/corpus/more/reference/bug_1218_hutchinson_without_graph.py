import torch
import torch.nn as nn


class HutchinsonEstimator:
    def __init__(self, params):
        self.params, self.curv = list(params), []

    def estimate(self):
        self.curv = []
        for p in self.params:
            u = torch.randn_like(p)
            hvp = torch.autograd.grad((p.grad * u).sum(), p, retain_graph=True)[0]
            self.curv.append((u * hvp).detach())


torch.manual_seed(1218)
net = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 2))
est = HutchinsonEstimator(net.parameters())
x, y = torch.randn(5, 2), torch.tensor([0, 1, 1, 0, 1])

loss = nn.functional.cross_entropy(net(x), y)
loss.backward(create_graph=True)
est.estimate()
