import torch
import torch.nn as nn


class Dynamics(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.f = nn.Linear(dim, dim)

    def forward(self, x0, steps, dt=0.2):
        traj = [x0]
        x = x0
        for k in range(steps):
            v = torch.tanh(self.f(x)) * x
            x = x + dt * v
            traj.append(x)
        return torch.stack(traj)


torch.manual_seed(3208)
dyn = Dynamics(2)
x0 = torch.randn(3, 2)
target = torch.randn(3, 2)
traj = dyn(x0, steps=4)
running = (traj[1:] - traj[:-1]).pow(2).sum()
loss = (traj[-1] - target).pow(2).mean() + 0.1 * running
loss.backward()
