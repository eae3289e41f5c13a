import torch
import torch.nn as nn


class Prompts(nn.Module):
    def __init__(self, length, dim, domains):
        super().__init__()
        self.seed = nn.Parameter(torch.randn(length, dim))
        self.domain = nn.Parameter(torch.randn(domains, dim))

    def forward(self, ids):
        rows = []
        for i in ids.tolist():
            last = self.seed[-1:] * (2.0 if i == 0 else 1.0)
            rows.append(torch.cat([self.domain[i : i + 1], self.seed[1:-1], last]))
        return torch.stack(rows)


torch.manual_seed(3213)
prompts = Prompts(3, 2, domains=2)
probe = nn.Linear(2, 1)
ids = torch.tensor([0, 1, 1, 0])
words = torch.randn(4, 2, 2)
seq = torch.cat([prompts(ids), words], dim=1)
loss = torch.tanh(probe(seq)).pow(2).sum()
loss.backward()
