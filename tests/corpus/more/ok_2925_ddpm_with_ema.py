import copy
import math
import torch
import torch.nn as nn
import torch.nn.functional as F
from functools import partial


def exists(x):
    return x is not None


def extract(a, t, x_shape):
    b, *_ = t.shape
    return a.gather(-1, t).reshape(b, *((1,) * (len(x_shape) - 1)))


class Denoiser(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.inp, self.mid, self.out = nn.Conv1d(1, dim, 3, padding=1), nn.Linear(dim, dim), nn.Conv1d(dim, 1, 3, padding=1)

    def time_embed(self, t, dim=4):
        freqs = torch.exp(torch.arange(dim // 2) * -math.log(100.0) / (dim // 2 - 1))
        emb = t[:, None] * freqs[None]
        return torch.cat([emb.sin(), emb.cos()], dim=-1)

    def forward(self, x, t):
        h = self.inp(x)
        h += self.mid(self.time_embed(t)).unsqueeze(-1)
        return self.out(F.silu(h))


class GaussianDiffusion(nn.Module):
    def __init__(self, model, timesteps=10):
        super().__init__()
        self.model, self.num_timesteps = model, timesteps
        alphas_cumprod = torch.cumprod(1.0 - torch.linspace(1e-3, 0.2, timesteps), dim=0)
        register = partial(self.register_buffer, persistent=False)
        register("sqrt_ac", torch.sqrt(alphas_cumprod))
        register("sqrt_1mac", torch.sqrt(1.0 - alphas_cumprod))

    def forward(self, x, noise=None):
        t = torch.randint(0, self.num_timesteps, (x.shape[0],))
        noise = noise if exists(noise) else torch.randn_like(x)
        noisy = extract(self.sqrt_ac, t, x.shape) * x + extract(self.sqrt_1mac, t, x.shape) * noise
        return F.mse_loss(self.model(noisy, t), noise)


class Trainer:
    def __init__(self, model, ema_decay=0.9, accumulate=2):
        self.model, self.diffusion = model, GaussianDiffusion(model)
        self.ema = copy.deepcopy(model).requires_grad_(False)
        self.opt, self.decay, self.acc = torch.optim.Adam(model.parameters(), lr=1e-2), ema_decay, accumulate

    @torch.no_grad()
    def update_ema(self):
        for ma, cur in zip(self.ema.parameters(), self.model.parameters()):
            ma.lerp_(cur, 1 - self.decay)

    def train(self, steps):
        for _ in range(steps):
            self.opt.zero_grad()
            self.last = 0.0
            for _ in range(self.acc):
                loss = self.diffusion(torch.sin(torch.rand(3, 1, 1) * 6 + torch.arange(8) / 3))
                self.last += loss.item() / self.acc
                (loss / self.acc).backward()
            self.opt.step()
            self.update_ema()


torch.manual_seed(10)
trainer = Trainer(Denoiser())
trainer.train(3)
