import torch
import torch.nn as nn


class Dynamics:
    def __init__(self, n):
        self._position = torch.rand(3, n)
        self._velocity = torch.zeros(3, n)

    @property
    def position(self):
        return self._position.T

    def step(self, thrust, dt=0.1):
        self._velocity = self._velocity + thrust.T * dt
        self._position += self._velocity * dt


torch.manual_seed(902)
policy = nn.Linear(3, 3)
env = Dynamics(2)
loss = 0.0
for _ in range(3):
    env.step(torch.tanh(policy(env.position)))
    loss = loss + (env.position - 1.0).norm(dim=1).mean()
loss.backward()
