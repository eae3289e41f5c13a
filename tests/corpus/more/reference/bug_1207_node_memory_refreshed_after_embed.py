import torch
import torch.nn as nn


class TemporalGraph(nn.Module):
    def __init__(self, nodes, dim):
        super().__init__()
        self.query = nn.Linear(dim, dim)
        self.updater = nn.GRUCell(dim, dim)
        self.register_buffer("memory", torch.randn(nodes, dim))

    def compute_embedding(self, feats):
        attn = torch.softmax(self.query(feats) @ self.memory.t(), dim=1)
        return attn @ self.memory

    def update_memory(self, nodes, messages):
        new = self.updater(messages, self.memory[nodes])
        self.memory = self.memory.index_copy(0, nodes, new.detach())

    def forward(self, feats, nodes):
        z = self.compute_embedding(feats)
        self.update_memory(nodes, feats)
        return z


torch.manual_seed(1207)
tgn = TemporalGraph(5, 3)
sources, feats = torch.tensor([1, 4]), torch.randn(2, 3)
loss = tgn(feats, sources).pow(2).sum()
loss.backward()
