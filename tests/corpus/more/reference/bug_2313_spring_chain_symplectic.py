import torch


class Chain:
    def __init__(self, n, stiffness, dt=0.1):
        self.state = {"pos": torch.linspace(0.0, 1.5, n), "vel": torch.zeros(n)}
        self.k, self.dt = stiffness, dt

    def force(self):
        gap = self.state["pos"][1:] - self.state["pos"][:-1]
        pull = self.k * (gap - 0.3)
        f = torch.zeros_like(self.state["pos"])
        f[:-1] += pull
        f[1:] -= pull
        return f - 0.2 * self.state["pos"] ** 3

    def step(self):
        self.state["vel"] = self.state["vel"] + self.dt * self.force()
        self.state["pos"] = self.state["pos"] + self.dt * self.state["vel"]


torch.manual_seed(1113)
stiffness = torch.tensor(2.0, requires_grad=True)
chain = Chain(4, stiffness)
for _ in range(4):
    chain.step()
loss = chain.state["pos"].pow(2).sum()
loss.backward()
