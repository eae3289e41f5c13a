import torch
import torch.nn as nn


class LIF(nn.Module):
    def __init__(self, threshold=1.0):
        super().__init__()
        self.leak = nn.Parameter(torch.tensor(0.8))
        self.gain = nn.Parameter(torch.tensor(5.0))
        self.w = nn.Linear(2, 3, bias=False)
        self.threshold = threshold

    def forward(self, inputs):
        v = torch.zeros(3)
        trace = []
        for x in inputs:
            v = v * self.leak + self.w(x)
            trace.append(torch.sigmoid(self.gain * v - 5.0))
            fired = v > self.threshold
            v = torch.where(fired, torch.zeros_like(v), v)
        return torch.stack(trace)


torch.manual_seed(7)
neuron = LIF()
spikes_in = (torch.rand(6, 2) > 0.3).float() * 2
rate = neuron(spikes_in).mean(0)
loss = (rate - torch.tensor([0.2, 0.5, 0.4])).pow(2).sum()
loss.backward()
print(neuron.gain.grad)
