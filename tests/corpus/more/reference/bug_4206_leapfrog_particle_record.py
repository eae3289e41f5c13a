from dataclasses import dataclass
import torch


@dataclass
class Particle:
    pos: torch.Tensor
    vel: torch.Tensor


def kick_drift(p, dt, k):
    p.vel = p.vel + -k * p.pos ** 3 * dt
    p.pos = p.pos + p.vel * dt
    return p


torch.manual_seed(16)
charge = torch.rand(2, requires_grad=True)
start = torch.randn(2)
body = Particle(pos=start * charge, vel=torch.zeros(2))
body = kick_drift(body, 0.1, k=1.5)
loss = (body.pos ** 2 + body.vel ** 2).sum()
loss.backward()
