import torch
import torch.nn as nn


class RunningScale(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("scale", torch.ones(()))

    def forward(self, x):
        y = x / self.scale.clone()
        self.scale = 0.8 * self.scale + 0.2 * x.detach().abs().mean()
        return y


torch.manual_seed(4125)
enc, norm = nn.Linear(2, 3), RunningScale()
outs = [norm(enc(x)) for x in torch.randn(3, 4, 2)]
loss = sum(o.pow(2).mean() for o in outs)
loss.backward()
