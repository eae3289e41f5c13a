import torch


class TraceAgent:
    def __init__(self, features, decay=0.7):
        self.gain = torch.ones(features, requires_grad=True)
        self.trace = torch.zeros(features)
        self.decay = decay

    def observe(self, phi):
        self.trace.data.mul_(self.decay).add_(phi)
        return (self.gain * self.trace).sum()

    def episode(self, stream):
        return torch.stack([self.observe(phi) for phi in stream])


torch.manual_seed(3132)
agent = TraceAgent(3)
stream = torch.randn(4, 3)
rewards = torch.tensor([0.0, 0.0, 1.0, 0.5])
values = agent.episode(stream)
td = rewards[:-1] + 0.9 * values[1:].detach() - values[:-1]
loss = td.square().mean() + 0.01 * values[-1].square()
loss.backward()
