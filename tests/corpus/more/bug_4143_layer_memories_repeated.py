import torch
from torch import nn


class Stack(nn.Module):
    def __init__(self, width, depth):
        super().__init__()
        self.width = width
        self.cells = nn.ModuleList(nn.Linear(2 * width, width) for _ in range(depth))

    def start(self, batch):
        return [torch.zeros(batch, self.width)] * len(self.cells)

    def forward(self, sequence):
        memory = self.start(sequence.shape[1])
        for x in sequence:
            for i, cell in enumerate(self.cells):
                joined = torch.cat([x, memory[i]], dim=-1)
                memory[i] += torch.tanh(cell(joined))
                x = torch.relu(x) * memory[i]
        return x


torch.manual_seed(343)
stack = Stack(width=2, depth=2)
loss = stack(torch.randn(3, 4, 2)).square().sum()
loss.backward()
