import torch
import torch.nn as nn

G, LENGTH, DT = 9.8, 1.0, 0.05


class Pendulum:
    def __init__(self, batch):
        self.state = torch.zeros(batch, 2)
        self.state[:, 0] = torch.linspace(0.5, 1.5, batch)

    def step(self, torque):
        s = self.state
        s[:, 1] += DT * (torque - G / LENGTH * torch.sin(s[:, 0]))
        s[:, 0] += DT * s[:, 1]
        return s.clone()


def rollout(policy, steps=4, batch=3):
    env = Pendulum(batch)
    obs, cost = env.state.clone(), 0.0
    for _ in range(steps):
        torque = 2.0 * torch.tanh(policy(obs)).squeeze(1)
        obs = env.step(torque)
        cost = cost + obs[:, 0].pow(2).mean() + 0.1 * obs[:, 1].pow(2).mean() + 1e-3 * torque.pow(2).mean()
    return cost


torch.manual_seed(25)
policy = nn.Linear(2, 1)
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)

th, om, loss = torch.linspace(0.5, 1.5, 3), torch.zeros(3), 0.0
for _ in range(4):
    u = 2.0 * torch.tanh(policy(torch.stack([th, om], 1))).squeeze(1)
    om = om + DT * (u - G * torch.sin(th))
    th = th + DT * om
    loss = loss + th.pow(2).mean() + 0.1 * om.pow(2).mean() + 1e-3 * u.pow(2).mean()
loss.backward()
