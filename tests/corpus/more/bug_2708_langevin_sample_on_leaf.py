import torch
import torch.nn as nn

torch.manual_seed(2708)
energy = nn.Sequential(nn.Linear(3, 6), nn.Softplus(), nn.Linear(6, 1))
config = {"steps": 2, "step_size": 0.05, "noise": 0.01, "clip": 1.0}


def langevin(start, cfg):
    sample = nn.Parameter(start, requires_grad=True)
    noise = torch.empty_like(start)
    for _ in range(cfg["steps"]):
        noise.normal_(0.0, cfg["noise"])
        sample.add_(noise)
        energy(sample).sum().backward()
        sample.data.add_(sample.grad.clamp(-cfg["clip"], cfg["clip"]), alpha=-cfg["step_size"])
        sample.grad = None
    return sample.detach()


real = torch.rand(4, 3)
fake = langevin(torch.rand(4, 3), config)
energy.zero_grad()
loss = energy(real).mean() - energy(fake).mean()
loss.backward()
