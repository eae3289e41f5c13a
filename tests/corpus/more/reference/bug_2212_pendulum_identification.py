import torch
import torch.nn as nn


class Pendulum(nn.Module):
    def __init__(self, g=9.81, dt=0.02):
        super().__init__()
        self.length = nn.Parameter(torch.tensor(1.2))
        self.damping = nn.Parameter(torch.tensor(0.1))
        self.g, self.dt = g, dt

    def rollout(self, angle, steps):
        stiffness = self.g / self.length
        velocity = torch.zeros_like(angle)
        out = []
        for _ in range(steps):
            accel = -stiffness * torch.sin(angle) - self.damping * velocity
            velocity = velocity + self.dt * accel
            angle = angle + self.dt * velocity
            out.append(angle)
        return torch.stack(out)


pendulum = Pendulum()
start = torch.tensor([0.3, 0.8])
measured = torch.stack([start * 0.98 ** k for k in range(8)])
loss = (pendulum.rollout(start, 8) - measured).pow(2).mean()
loss.backward()
