import torch
import torch.nn as nn


class StackedIntegrators(nn.Module):
    def __init__(self, dim, depth):
        super().__init__()
        self.cells = nn.ModuleList([nn.Linear(dim, dim) for _ in range(depth)])

    def forward(self, inputs):
        traces = [torch.zeros(inputs.shape[1], inputs.shape[2]) for _ in self.cells]
        for x in inputs:
            signal = x
            for k, cell in enumerate(self.cells):
                signal = torch.tanh(cell(signal))
                traces[k] += signal
        return traces


torch.manual_seed(2148)
net = StackedIntegrators(2, 2)
cells = net.cells
traces = net(torch.randn(3, 4, 2))
loss = sum(((k + 1) * t).pow(2).mean() for k, t in enumerate(traces))
loss.backward()
