import torch


class Body:
    def __init__(self, pos, vel):
        self.pos = pos
        self.vel = vel

    def speed(self):
        return self.vel.norm()

    def advance(self, coef, dt):
        force = -coef * self.speed() * self.vel
        force = force + torch.tensor([0.0, -9.8])
        self.pos = self.pos + dt * self.vel
        self.vel += dt * force


def simulate(coef, steps):
    body = Body(torch.zeros(2), torch.tensor([6.0, 8.0]))
    heights = []
    for _ in range(steps):
        body.advance(coef, 0.05)
        heights.append(body.pos[1])
    return torch.stack(heights)


drag_coef = torch.tensor(0.08, requires_grad=True)
observed = torch.tensor([0.4, 0.75, 1.1, 1.35])
loss = (simulate(drag_coef, 4) - observed).pow(2).sum()
loss.backward()
print(drag_coef.grad)
