import torch
import torch.nn as nn

torch.manual_seed(346)
features = nn.Linear(3, 2)
value = nn.Linear(2, 1)


class TraceMemory:
    def __init__(self, lam):
        self.lam = lam
        self.items = []

    def remember(self, phi):
        self.items.append(phi.detach().clone())

    def decay(self):
        for item in self.items:
            item *= self.lam

    def mean(self):
        return torch.stack(self.items).mean(0)


memory = TraceMemory(lam=0.5)
td_errors = []
for obs, reward in zip(torch.randn(3, 3), [0.0, 1.0, -1.0]):
    phi = features(obs)
    memory.remember(phi)
    memory.decay()
    td_errors.append(reward - value(phi))
loss = torch.cat(td_errors).pow(2).sum() + memory.mean().norm()
loss.backward()
