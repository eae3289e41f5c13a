import torch


class World:
    def __init__(self, pos, stiffness):
        self.pos, self.stiffness = pos, stiffness

    def step(self, dt=0.1):
        pos = list(self.pos)
        for i in range(1, len(pos)):
            pull = self.stiffness * (pos[i - 1] - pos[i])
            drag = pos[i] * pos[i].norm()
            pos[i] = pos[i] + dt * (pull - drag)
        self.pos = torch.stack(pos)


torch.manual_seed(1333)
stiffness = torch.tensor(2.0, requires_grad=True)
world = World(torch.randn(3, 2), stiffness)
for t in range(2):
    world.step()
loss = -world.pos[-1].pow(2).sum()
loss.backward()
