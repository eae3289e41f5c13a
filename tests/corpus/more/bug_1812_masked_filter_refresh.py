import torch
import torch.nn as nn


class MaskedNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.w1 = nn.Parameter(torch.randn(3, 4))
        self.w2 = nn.Parameter(torch.randn(4, 2))

    def forward(self, x):
        h = torch.relu(x @ self.w1)
        return h @ self.w2


class FilterPruner:
    def __init__(self, net, keep):
        self.params = list(net.parameters())
        self.keep = keep

    def refresh(self):
        for p in self.params:
            thr = p.detach().abs().quantile(1 - self.keep)
            p.data = p.data * (p.data.abs() >= thr)


torch.manual_seed(1812)
net = MaskedNet()
pruner = FilterPruner(net, keep=0.5)
x, y = torch.randn(5, 3), torch.randn(5, 2)
pred = net(x)
pruner.refresh()
loss = (pred - y).pow(2).mean()
loss.backward()
