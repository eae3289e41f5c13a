import torch

torch.manual_seed(86)
v0 = torch.randn(3, 2, requires_grad=True)
anchor = torch.randn(3, 2)


class Springs:
    def __init__(self, x, v, k, damping):
        self.x, self.v = x.clone(), v.clone()
        self.k, self.damping = k, damping
        self.track = []

    def step(self, dt):
        self.v.mul_(1.0 - self.damping * dt)
        self.v.add_(anchor - self.x, alpha=self.k * dt)
        self.x += dt * self.v
        self.track.append(self.x.clone())


system = Springs(torch.zeros(3, 2), v0, k=2.0, damping=0.3)
for _ in range(4):
    system.step(dt=0.1)
loss = (torch.stack(system.track) - anchor).square().mean()
loss.backward()
