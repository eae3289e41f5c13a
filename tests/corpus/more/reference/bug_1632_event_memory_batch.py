import torch
import torch.nn as nn
import torch.nn.functional as F


class NodeMemory(nn.Module):
    def __init__(self, nodes, dim, msg):
        super().__init__()
        self.register_buffer("state", torch.randn(nodes, dim))
        self.embed = nn.Linear(dim, dim)
        self.cell = nn.GRUCell(msg, dim)

    def forward(self):
        return torch.tanh(self.embed(self.state))

    def store(self, nodes, messages):
        with torch.no_grad():
            self.state = self.state.index_copy(0, nodes, self.cell(messages, self.state[nodes]))


torch.manual_seed(1607)
memory = NodeMemory(5, 3, 2)
src, dst = torch.tensor([0, 2]), torch.tensor([1, 4])
z = memory()
memory.store(torch.cat([src, dst]), torch.randn(4, 2))
score = (z[src] * z[dst]).sum(-1)
loss = F.binary_cross_entropy_with_logits(score, torch.ones(2))
loss.backward()
