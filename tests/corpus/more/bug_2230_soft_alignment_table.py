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
        table = torch.zeros(n, m)
        table[0, 0] = gain[0, 0]
        for i in range(1, n):
            for j in range(min(i + 1, m)):
                carried = self.stay * table[i - 1, j]
                moved = table[i - 1, j - 1] if j > 0 else 0.0
                table[i, j] = gain[i, j] + carried + (1 - self.stay) * moved
        return table[-1, -1]


torch.manual_seed(2230)
aligner = GatedAlignment(2)
loss = -aligner(torch.randn(4, 2), torch.randn(3, 2))
loss.backward()
