import torch
import torch.nn as nn


class NodeMemory:
    def __init__(self, dim):
        self.container, self.dim = {}, dim

    def get(self, nodes):
        return torch.stack([self.container.get(n, torch.zeros(self.dim)) for n in nodes])

    def set(self, nodes, values):
        for n, v in zip(nodes, values):
            self.container[n] = v.detach()


torch.manual_seed(1217)
cell, head = nn.GRUCell(2, 3), nn.Linear(3, 1)
opt = torch.optim.SGD([*cell.parameters(), *head.parameters()], lr=0.05)
memory = NodeMemory(3)
events = [([0, 1], torch.randn(2, 2)), ([1, 2], torch.randn(2, 2)), ([0, 2], torch.randn(2, 2))]

for nodes, messages in events:
    state = cell(messages, memory.get(nodes))
    memory.set(nodes, state)
    loss = head(state).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
