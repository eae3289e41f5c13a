import torch
import torch.nn as nn


class GatedAlignment(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.encoder = nn.Linear(dim, dim)
        self.stay = nn.Parameter(torch.tensor(0.7))

    def forward(self, query, template):
        q = self.encoder(query)
        gain = torch.exp(-(q[:, None] - template[None]).pow(2).sum(-1))
        n, m = gain.shape
        table = [[gain[0, 0]] + [torch.zeros(())] * (m - 1)]
        for i in range(1, n):
            row = []
            for j in range(m):
                if j > i:
                    row.append(torch.zeros(()))
                    continue
                moved = table[i - 1][j - 1] if j > 0 else 0.0
                row.append(gain[i, j] + self.stay * table[i - 1][j] + (1 - self.stay) * moved)
            table.append(row)
        return table[-1][-1]


torch.manual_seed(2230)
aligner = GatedAlignment(2)
loss = -aligner(torch.randn(4, 2), torch.randn(3, 2))
loss.backward()
