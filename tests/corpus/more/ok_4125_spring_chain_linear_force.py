import torch


class Chain:
    def __init__(self, n, stiffness, dt=0.1):
        self.stiffness, self.dt = stiffness, dt
        self.x = torch.arange(n).float()
        self.v = torch.zeros(n)

    def force(self):
        stretch = self.x[1:] - self.x[:-1] - 0.8
        pull = self.stiffness * stretch
        zero = pull.new_zeros(1)
        return torch.cat([pull, zero]) - torch.cat([zero, pull])

    def advance(self):
        self.v += self.dt * self.force()
        self.x += self.dt * self.v


torch.manual_seed(425)
stiffness = torch.rand(3, requires_grad=True)
chain = Chain(4, stiffness)
for _ in range(3):
    chain.advance()
loss = chain.x.square().sum()
loss.backward()
