import torch
import torch.nn as nn
import torch.nn.functional as F


class Pendulum(nn.Module):
    def __init__(self):
        super().__init__()
        self.raw_damping = nn.Parameter(torch.tensor(0.1))
        self.raw_length = nn.Parameter(torch.tensor(1.0))

    @property
    def damping(self):
        return F.softplus(self.raw_damping)

    @property
    def length(self):
        return F.softplus(self.raw_length)

    def step(self, q, v, dt):
        a = -9.81 / self.length * torch.sin(q) - self.damping * v
        return q + dt * v, v + dt * a

    def rollout(self, q, v, n, dt=0.05):
        out = []
        for _ in range(n):
            q, v = self.step(q, v, dt)
            out.append(q)
        return torch.stack(out)


sim = Pendulum()
measured = torch.tensor([0.48, 0.43, 0.36, 0.28, 0.17])
angles = sim.rollout(torch.tensor(0.5), torch.tensor(-0.2), 5)
loss = (angles - measured).pow(2).sum()
loss.backward()
for name, p in sim.named_parameters():
    print(name, p.grad)
