import torch
from torch import nn


class Denoiser(nn.Module):
    def __init__(self, dim, cond_dim):
        super().__init__()
        self.inp = nn.Linear(dim + cond_dim + 1, 6)
        self.out = nn.Linear(6, dim)

    def forward(self, x, t, cond):
        t = t.expand(x.size(0), 1)
        return self.out(torch.tanh(self.inp(torch.cat([x, t, cond], dim=1))))


def guided_noise(model, x, t, cond, scale=3.0):
    eps_uncond = model(x, t, torch.zeros_like(cond))
    delta = model(x, t, cond) - eps_uncond
    strength = delta.norm(dim=1)
    delta = delta * scale
    return eps_uncond + delta, strength


torch.manual_seed(3001)
denoiser = Denoiser(3, 2)
x_t, cond, noise = torch.randn(4, 3), torch.randn(4, 2), torch.randn(4, 3)
t = torch.tensor([[0.3]])

eps, strength = guided_noise(denoiser, x_t, t, cond)
loss = nn.functional.mse_loss(eps, noise) + 0.01 * strength.mean()
loss.backward()
