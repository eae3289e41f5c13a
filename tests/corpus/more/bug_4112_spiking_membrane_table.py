import torch
from torch import nn


class LIF(nn.Module):
    def __init__(self, steps: int):
        super().__init__()
        self.steps = steps
        self.beta = nn.Parameter(torch.tensor(0.8))
        self.drive = nn.Linear(3, 2)

    def surrogate(self, potential):
        return potential * torch.sigmoid(4.0 * potential)

    def forward(self, current):
        membrane = current.new_zeros(self.steps + 1, current.shape[1], 2)
        spikes = []
        for t in range(self.steps):
            leak = self.beta * membrane[t]
            membrane[t + 1] = leak + self.drive(current[t])
            spikes.append(self.surrogate(membrane[t + 1] - 1.0))
        return torch.stack(spikes)


torch.manual_seed(312)
lif = LIF(steps=3)
rate = lif(torch.rand(3, 4, 3)).mean(0)
loss = (rate - 0.2).pow(2).sum()
loss.backward()
