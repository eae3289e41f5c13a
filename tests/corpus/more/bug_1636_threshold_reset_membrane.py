import torch
import torch.nn as nn


class SpikingLayer(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.fc = nn.Linear(n_in, n_out)
        self.slope = nn.Parameter(torch.tensor(2.0))

    def run(self, current, mem):
        mem = 0.7 * mem + self.fc(current)
        rate = torch.sigmoid(self.slope * mem)
        mem[mem > 0.2] = 0.0
        return rate, mem

    def forward(self, currents):
        mem, rates = torch.zeros(currents.shape[1], self.fc.out_features), []
        for current in currents:
            rate, mem = self.run(current, mem)
            rates.append(rate)
        return torch.stack(rates)


torch.manual_seed(1634)
snn = SpikingLayer(3, 2)
loss = snn(torch.rand(3, 4, 3)).mean(0).sub(0.4).pow(2).sum()
loss.backward()
