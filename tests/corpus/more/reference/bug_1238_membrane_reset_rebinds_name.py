import torch
import torch.nn as nn


class LeakyCell(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.fc = nn.Linear(dim, dim)
        self.mem, self.syn = torch.zeros(dim), torch.zeros(dim)

    def forward(self, x):
        self.syn = 0.5 * self.syn + self.fc(x)
        self.mem = 0.8 * self.mem + torch.tanh(self.syn)
        return self.mem


def reset(cell):
    cell.mem, cell.syn = torch.zeros_like(cell.mem), torch.zeros_like(cell.syn)


torch.manual_seed(1238)
neuron = LeakyCell(2)
loss = 0.0
for sequence in torch.randn(2, 3, 2):
    reset(neuron)
    for x in sequence:
        out = neuron(x)
    loss = loss + out.pow(2).sum()
loss.backward()
