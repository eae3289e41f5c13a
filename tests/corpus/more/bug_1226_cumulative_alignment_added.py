import torch
import torch.nn as nn


class LocationAttention(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.query, self.v = nn.Linear(dim, dim), nn.Linear(dim, 1)
        self.location = nn.Conv1d(1, dim, 3, padding=1)

    def start(self, memory):
        self.memory = memory
        self.cum = torch.zeros(memory.shape[:2])

    def step(self, q):
        loc = self.location(self.cum.unsqueeze(1)).transpose(1, 2)
        energy = self.v(torch.tanh(self.query(q).unsqueeze(1) + self.memory + loc)).squeeze(-1)
        weights = torch.softmax(energy, dim=1)
        self.cum.add_(weights)
        return torch.bmm(weights.unsqueeze(1), self.memory).squeeze(1)


torch.manual_seed(1226)
attn = LocationAttention(2)
attn.start(torch.randn(2, 4, 2))
contexts = [attn.step(q) for q in torch.randn(3, 2, 2)]
loss = torch.stack(contexts).pow(2).mean()
loss.backward()
