import torch
from torch import nn


class VQ(nn.Module):
    def __init__(self, dim, codes):
        super().__init__()
        self.proj = nn.Linear(dim, dim)
        self.codes = nn.Embedding(codes, dim)

    def forward(self, x):
        z = self.proj(x)
        index = torch.cdist(z, self.codes.weight).argmin(dim=-1)
        q = self.codes(index)
        usage = torch.bincount(index, minlength=self.codes.num_embeddings)
        commit = (z - q.detach()).square().mean() + (z.detach() - q).square().mean()
        return z + (q - z).detach(), commit, int((usage > 0).sum())


torch.manual_seed(420)
vq = VQ(3, codes=4)
x = torch.randn(6, 3)
quantised, commit, used = vq(x)
accuracy = (quantised.argmax(-1) == x.argmax(-1)).float().mean()
print(used, round(accuracy.item(), 2))
loss = (quantised - x).square().mean() + 0.25 * commit
loss.backward()
