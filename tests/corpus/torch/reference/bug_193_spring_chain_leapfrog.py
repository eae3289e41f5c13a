from dataclasses import dataclass

import torch


@dataclass
class State:
    q: torch.Tensor
    p: torch.Tensor

    def kick(self, force, dt):
        self.p = self.p + dt * force

    def drift(self, dt):
        self.q = self.q + dt * self.p


def simulate(state, stiffness, n_steps, dt=0.05):
    energy = []
    for _ in range(n_steps):
        force = -stiffness * state.q
        state.kick(force, dt)
        state.drift(dt)
        energy.append(state.p.sum())
    return torch.stack(energy)


torch.manual_seed(323)
stiffness = torch.tensor([1.0, 2.0, 0.5], requires_grad=True)
state = State(q=torch.randn(3), p=torch.zeros(3))
observed = torch.linspace(0.1, 0.4, 4)

loss = (simulate(state, stiffness, 4) - observed).pow(2).sum()
loss.backward()
print("dL/dk", stiffness.grad)
