import torch


class World:
    def __init__(self, pos, stiffness):
        self.pos, self.stiffness = pos, stiffness

    def step(self, dt=0.1):
        for i in range(1, self.pos.shape[0]):
            pull = self.stiffness * (self.pos[i - 1] - self.pos[i])
            drag = self.pos[i] * self.pos[i].norm()
            self.pos[i] = self.pos[i] + dt * (pull - drag)


torch.manual_seed(1333)
stiffness = torch.tensor(2.0, requires_grad=True)
world = World(torch.randn(3, 2), stiffness)
for t in range(2):
    world.step()
loss = -world.pos[-1].pow(2).sum()
loss.backward()
