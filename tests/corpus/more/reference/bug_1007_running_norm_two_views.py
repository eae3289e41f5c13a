import torch
import torch.nn as nn


class RunningNorm(nn.Module):
    def __init__(self, nf, mom=0.1):
        super().__init__()
        self.mom = mom
        self.register_buffer("scale", torch.ones(nf))

    def forward(self, x):
        with torch.no_grad():
            self.scale = self.scale.lerp(x.std(0), self.mom)
        return x / self.scale


torch.manual_seed(1007)
backbone, norm = nn.Linear(3, 2), RunningNorm(2)
view_a, view_b = torch.randn(5, 3), torch.randn(5, 3)
feat_a = norm(backbone(view_a))
feat_b = norm(backbone(view_b))
loss = (feat_a - feat_b).pow(2).mean()
loss.backward()
