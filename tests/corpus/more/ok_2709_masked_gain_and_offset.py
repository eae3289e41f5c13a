import torch
import torch.nn as nn


class SensorHead(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.fc = nn.Linear(n_in, n_out)
        self.offset = nn.Parameter(torch.zeros(n_out))
        self.register_buffer("alive", (torch.arange(n_out) != 1).float())

    def forward(self, x):
        y = self.fc(x)
        y.mul_(self.alive).add_(self.offset)
        return y.clamp_(min=-0.5)


torch.manual_seed(2809)
sensor = SensorHead(3, 4)
reading = sensor(torch.randn(5, 3))
loss = (reading - 0.2).pow(2).mean()
loss.backward()
print(loss.item())
