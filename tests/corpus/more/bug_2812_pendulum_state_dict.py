import torch


class Pendulum:
    def __init__(self, length, damping=0.1):
        self.length = length
        self.damping = damping
        self.state = {"theta": torch.tensor([0.6]), "omega": torch.tensor([0.0])}

    def accel(self):
        s = self.state
        return -9.81 / self.length * torch.sin(s["theta"]) - self.damping * s["omega"]

    def step(self, dt):
        self.state["omega"] += dt * self.accel()
        self.state["theta"] += dt * self.state["omega"]

    def rollout(self, n, dt=0.05):
        trace = []
        for _ in range(n):
            self.step(dt)
            trace.append(self.state["theta"].clone())
        return torch.cat(trace)


length = torch.tensor([0.8], requires_grad=True)
target = torch.tensor([0.55, 0.45, 0.30, 0.12, -0.05])
loss = (Pendulum(length).rollout(5) - target).pow(2).sum()
loss.backward()
