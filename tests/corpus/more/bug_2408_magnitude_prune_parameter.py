import torch
import torch.nn as nn
import torch.nn.functional as F


class MagnitudePruner:
    def __init__(self, amount):
        self.amount = amount

    def mask_for(self, w):
        k = int(self.amount * w.numel())
        threshold = w.abs().flatten().kthvalue(k).values
        return (w.abs() > threshold).float()

    def prune(self, module):
        for layer in module.children():
            if isinstance(layer, nn.Linear):
                layer.weight.mul_(self.mask_for(layer.weight.detach()))


torch.manual_seed(13)
net = nn.Sequential(nn.Linear(4, 4), nn.GELU(), nn.Linear(4, 2))
MagnitudePruner(0.5).prune(net)
loss = F.cross_entropy(net(torch.randn(5, 4)), torch.tensor([0, 1, 1, 0, 1]))
loss.backward()
