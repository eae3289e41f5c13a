import torch
import torch.nn as nn


class MessageMemory(nn.Module):
    def __init__(self, nodes, dim):
        super().__init__()
        self.msg = nn.Linear(2 * dim, dim)
        self.register_buffer("memory", torch.randn(nodes, dim))

    def compute_msg(self, src, dst):
        return torch.tanh(self.msg(torch.cat([self.memory[src], self.memory[dst]], dim=1)))

    def forward(self, src, dst):
        out = self.compute_msg(src, dst)
        self.memory = self.memory.index_copy(0, src, out.detach())
        return out


torch.manual_seed(2203)
mem = MessageMemory(4, 2)
batches = [(torch.tensor([0, 1]), torch.tensor([2, 3])), (torch.tensor([1, 2]), torch.tensor([0, 3]))]
loss = sum(mem(src, dst).pow(2).sum() for src, dst in batches)
loss.backward()
