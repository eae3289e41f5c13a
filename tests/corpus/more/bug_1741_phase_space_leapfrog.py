import torch


class Leapfrog:
    def __init__(self, stiffness, dt=0.1):
        self.k, self.dt = stiffness, dt

    def step(self, state):
        pos, mom = state.unbind(0)
        mom -= 0.5 * self.dt * self.k * pos
        pos += self.dt * mom
        mom -= 0.5 * self.dt * self.k * pos
        return torch.stack([pos, mom])


torch.manual_seed(1741)
k = torch.tensor(1.5, requires_grad=True)
start = torch.randn(2, 3, requires_grad=True)
state = start + 0.0
flow = Leapfrog(k)
for _ in range(3):
    state = flow.step(state)
loss = state[0].square().sum()
loss.backward()
