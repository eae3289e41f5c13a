import torch
import torch.nn as nn


class Denoiser(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.inp = nn.Linear(dim, dim)
        self.cond = nn.Linear(dim, dim)

    def forward(self, x, x_self_cond):
        return self.inp(x) + self.cond(x_self_cond)


torch.manual_seed(931)
model = Denoiser(3)
x0, noise = torch.randn(2, 3), torch.randn(2, 3)
x = 0.8 * x0 + 0.6 * noise
with torch.no_grad():
    x_self_cond = model(x, torch.zeros_like(x)).detach_()
loss = (model(x, x_self_cond) - noise).pow(2).mean()
loss.backward()
