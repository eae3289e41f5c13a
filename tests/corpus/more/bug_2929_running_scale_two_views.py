import torch
import torch.nn as nn
import torch.nn.functional as F


class RunningScale(nn.Module):
    def __init__(self, dim, momentum=0.1):
        super().__init__()
        self.momentum = momentum
        self.register_buffer("inv_std", torch.ones(1, dim))

    def forward(self, x):
        if self.training:
            with torch.no_grad():
                batch = 1.0 / (x.std(dim=0, keepdim=True) + 1e-5)
                self.inv_std.mul_(1 - self.momentum).add_(batch, alpha=self.momentum)
        return x * self.inv_std


def nt_xent(a, b, t=0.5):
    logits = F.normalize(a, dim=1) @ F.normalize(b, dim=1).t() / t
    return F.cross_entropy(logits, torch.arange(len(a)))


torch.manual_seed(29)
encoder, scale = nn.Linear(4, 3), RunningScale(3)
optimizer = torch.optim.Adam(encoder.parameters(), lr=1e-2)
images = torch.randn(6, 4)
view1, view2 = images + 0.1 * torch.randn_like(images), images * 1.1
z1 = scale(encoder(view1))
z2 = scale(encoder(view2))
loss = nt_xent(z1, z2)
optimizer.zero_grad()
loss.backward()
optimizer.step()
