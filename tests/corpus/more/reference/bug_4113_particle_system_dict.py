import torch


class System:
    def __init__(self, n, dt=0.05):
        self.dt = dt
        self.mass = torch.rand(n).requires_grad_()
        self.state = {"x": torch.randn(n, 2), "v": torch.zeros(n, 2)}

    def force(self):
        gap = torch.cdist(self.state["x"], self.state["x"]) + torch.eye(len(self.mass))
        strength = self.mass[None] / gap.pow(3)
        return torch.einsum("ij,ijd->id", strength, self.state["x"][None] - self.state["x"][:, None])

    def advance(self):
        self.state["v"] = self.state["v"] + self.dt * self.force()
        self.state["x"] = self.state["x"] + self.dt * self.state["v"]


torch.manual_seed(313)
system = System(3)
for _ in range(3):
    system.advance()
loss = system.state["x"].square().sum()
loss.backward()
