import torch
import torch.nn as nn
import torch.nn.functional as F


class FuseFeature(nn.Module):
    def __init__(self, channels, n_inputs=2, epsilon=1e-4):
        super().__init__()
        self.epsilon = epsilon
        self.weight = nn.Parameter(torch.ones(n_inputs))
        self.relu = nn.ReLU(inplace=True)
        self.conv = nn.Conv2d(channels, channels, 3, padding=1)

    def forward(self, feats):
        weight = self.relu(self.weight)
        weight = weight / (torch.sum(weight, dim=0) + self.epsilon)
        size = feats[0].shape[-2:]
        resized = [feats[0], F.interpolate(feats[1], size=size, mode="nearest")]
        fused = sum(w * f for w, f in zip(weight, resized))
        return self.conv(F.silu(fused))


torch.manual_seed(11)
backbone = nn.ModuleList([nn.Conv2d(1, 2, 3, padding=1), nn.Conv2d(2, 2, 3, stride=2, padding=1)])
neck = FuseFeature(2)
image = torch.randn(1, 1, 6, 6)
p3 = backbone[0](image)
p4 = backbone[1](p3)

w = torch.ones(2, requires_grad=True)
r = torch.where(w > 0, w, torch.zeros_like(w))
n = r / (r.sum() + 1e-4)
up = p4.repeat_interleave(2, 2).repeat_interleave(2, 3)
f = n[0] * p3 + n[1] * up
loss = neck.conv(f * torch.sigmoid(f)).pow(2).mean()
loss.backward()
neck.weight.grad = w.grad
