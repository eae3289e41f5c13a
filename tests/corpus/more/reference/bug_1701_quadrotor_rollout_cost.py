from dataclasses import dataclass

import torch


@dataclass
class Body:
    pos: torch.Tensor
    vel: torch.Tensor


class Euler:
    def __init__(self, dt: float):
        self.dt = dt

    def advance(self, body: Body, thrust: torch.Tensor) -> Body:
        body.vel = body.vel + (thrust - 0.3 * body.vel) * self.dt
        body.pos = body.pos + body.vel * self.dt
        return body


torch.manual_seed(1701)
gain = torch.tensor([0.8, 1.2, 0.5], requires_grad=True)
goal = torch.randn(2, 3)
body = Body(torch.randn(2, 3), torch.zeros(2, 3))
sim = Euler(0.1)
loss = torch.zeros(())
for step in range(3):
    body = sim.advance(body, gain * torch.tanh(goal - body.pos))
    loss = loss + (body.pos * body.pos).sum()
loss.backward()
