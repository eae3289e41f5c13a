import torch
import torch.nn as nn


class Integrator:
    @staticmethod
    def euler(pos, vel, acc, dt):
        vel = vel + acc * dt
        pos = pos + vel * dt
        return pos, vel


class Drone:
    def __init__(self, n, dt=0.2):
        self.position = torch.ones(n, 3)
        self.velocity = torch.zeros(n, 3)
        self.dt = dt

    def step(self, thrust):
        self.position, self.velocity = Integrator.euler(self.position, self.velocity, thrust, self.dt)
        return -self.position.norm(dim=1) - 0.01 * thrust.pow(2).sum(dim=1)


torch.manual_seed(2603)
policy = nn.Sequential(nn.Linear(6, 4), nn.Tanh(), nn.Linear(4, 3))
env = Drone(2)
total = torch.zeros(2)
for t in range(3):
    obs = torch.cat([env.position, env.velocity], dim=1)
    total = total + env.step(policy(obs))
loss = -total.mean()
loss.backward()
