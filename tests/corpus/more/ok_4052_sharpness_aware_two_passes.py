import torch
import torch.nn as nn
import torch.nn.functional as F


class SAM(torch.optim.Optimizer):
    def __init__(self, params, base, rho=0.05, **kw):
        super().__init__(params, dict(rho=rho, **kw))
        self.base = base(self.param_groups, **kw)
        self.param_groups = self.base.param_groups

    @torch.no_grad()
    def first_step(self):
        norm = torch.stack([p.grad.norm() for g in self.param_groups for p in g["params"]]).norm()
        for group in self.param_groups:
            scale = group["rho"] / (norm + 1e-12)
            for p in group["params"]:
                self.state[p]["old"] = p.data.clone()
                p.add_(p.grad * scale)
        self.zero_grad()

    @torch.no_grad()
    def second_step(self):
        for group in self.param_groups:
            for p in group["params"]:
                p.data = self.state[p]["old"]
        self.base.step()

    def step(self, closure=None):
        raise NotImplementedError("use first_step and second_step")


def accuracy(net, x, y):
    net.eval()
    with torch.no_grad():
        acc = (net(x).argmax(1) == y).float().mean().item()
    net.train()
    return acc


torch.manual_seed(107)
net = nn.Sequential(nn.Linear(2, 6), nn.Tanh(), nn.Linear(6, 2))
opt = SAM(net.parameters(), torch.optim.SGD, rho=0.1, lr=0.2)
x = torch.randn(20, 2)
y = (x[:, 0] * x[:, 1] > 0).long()

for epoch in range(5):
    first = F.cross_entropy(net(x), y)
    first.backward()
    opt.first_step()
    second = F.cross_entropy(net(x), y)
    second.backward()
    opt.second_step()
    if epoch < 4:
        opt.zero_grad()
    sharpness = second.item() - first.item()
print("acc", accuracy(net, x, y), "sharpness", sharpness)
