import torch
import torch.nn as nn

torch.manual_seed(3204)
backbone = nn.Sequential(nn.Linear(4, 3), nn.ReLU())
probe = nn.Linear(3, 2)
batches = torch.randn(2, 5, 4).unbind(0)
labels = torch.tensor([0, 1, 1, 0, 1])
W, b = probe.weight.detach(), probe.bias.detach()
for epoch in range(3):
    for x in batches:
        f = backbone(x).detach()
        p = torch.softmax(f @ W.T + b, 1) - torch.nn.functional.one_hot(labels, 2)
        gW, gb = p.T @ f / 5, p.mean(0)
        W, b = W - 0.2 * gW, b - 0.2 * gb
probe.weight.grad = gW
