import torch
import torch.nn as nn


class PendulumModel:
    max_torque = 0.35

    def step(self, theta, omega, action):
        action.clamp(-self.max_torque, self.max_torque)
        omega = omega + 0.05 * (15.0 * torch.sin(theta) + 3.0 * action)
        return theta + 0.05 * omega, omega


torch.manual_seed(1838)
actor = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
env = PendulumModel()
theta, omega = torch.rand(6, 1), torch.zeros(6, 1)
cost = 0.0
for _ in range(3):
    action = actor(torch.cat([theta, omega], dim=1))
    theta, omega = env.step(theta, omega, action)
    cost = cost + (theta.pow(2) + 0.1 * omega.pow(2)).mean()
loss = cost
loss.backward()
