import torch
import torch.nn as nn


class Vocab(nn.Module):
    def __init__(self, size, dim):
        super().__init__()
        self.table = nn.Parameter(torch.randn(size, dim) * 0.1)
        self.score = nn.Linear(dim, 1)

    def grow(self, extra):
        fresh = torch.zeros(extra, self.table.shape[1])
        self.table = nn.Parameter(torch.cat([self.table.data, fresh]))

    def forward(self, ids):
        return self.score(self.table[ids].mean(dim=0))


torch.manual_seed(85)
vocab = Vocab(4, 2)
vocab.grow(2)
opt = torch.optim.Adagrad(vocab.parameters(), lr=0.1)
for ids, y in [([0, 5, 1], 1.0), ([2, 4], -1.0)]:
    loss = (vocab(torch.tensor(ids)) - y).pow(2).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(vocab.table.data)
