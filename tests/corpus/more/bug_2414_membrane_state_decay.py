import torch
import torch.nn as nn


class SoftLIF(nn.Module):
    def __init__(self, decay=0.8):
        super().__init__()
        self.decay = decay
        self.mem = None

    def reset(self, like):
        self.mem = torch.zeros_like(like)

    def forward(self, current):
        if self.mem is None:
            self.reset(current)
        self.mem.mul_(self.decay).add_(current)
        return self.mem * torch.sigmoid(4 * self.mem - 2)


class SNN(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 4)
        self.lif = SoftLIF()
        self.out = nn.Linear(4, 2)

    def forward(self, spikes):
        return sum(self.out(self.lif(self.fc(s))) for s in spikes)


torch.manual_seed(29)
net = SNN()
spikes = (torch.rand(4, 5, 3) > 0.5).float()
loss = nn.functional.cross_entropy(net(spikes), torch.tensor([0, 1, 0, 1, 1]))
loss.backward()
