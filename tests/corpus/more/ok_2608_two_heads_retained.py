import torch
import torch.nn as nn
import torch.nn.functional as F


class SharedTrunk(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(3, 4), nn.Tanh())
        self.heads = nn.ModuleDict({"depth": nn.Linear(4, 1), "normal": nn.Linear(4, 3)})

    def forward(self, x):
        h = self.trunk(x)
        return {name: head(h) for name, head in self.heads.items()}


torch.manual_seed(272)
net = SharedTrunk()
x = torch.randn(5, 3)
truth = {"depth": torch.randn(5, 1), "normal": torch.randn(5, 3)}
pred = net(x)
norms = {}
for i, name in enumerate(pred):
    last = i == len(pred) - 1
    F.mse_loss(pred[name], truth[name]).backward(retain_graph=not last)
    norms[name] = net.trunk[0].weight.grad.norm().item()
print(norms)
