import torch


class SpringMass:
    def __init__(self, stiffness, pos):
        self.k = stiffness
        self.pos = pos.clone()
        self.vel = torch.zeros_like(pos)

    def kick(self, dt):
        self.vel = self.vel - dt * self.k * self.pos

    def drift(self, dt):
        self.pos += dt * self.vel


stiffness = torch.tensor([2.0, 0.5], requires_grad=True)
system = SpringMass(stiffness, torch.tensor([1.0, -0.4]))
for step in range(4):
    system.kick(0.1)
    system.drift(0.1)
loss = (system.pos - torch.tensor([0.8, -0.3])).square().sum()
loss.backward()
