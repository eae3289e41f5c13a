import torch
import torch.nn as nn


class GlucoseNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.LSTMCell(2, 3)
        self.read = nn.Linear(3, 1)
        self.state = (torch.zeros(1, 3), torch.zeros(1, 3))

    def forward(self, reading):
        self.state = self.cell(reading, tuple(s.detach() for s in self.state))
        return self.read(self.state[0])


torch.manual_seed(353)
net = GlucoseNet()
for reading in torch.randn(3, 1, 2):
    net.zero_grad()
    loss = (net(reading) - 0.3).pow(2).mean()
    loss.backward()
