import torch
import torch.nn as nn


class SoftCodebook(nn.Module):
    def __init__(self, k, dim):
        super().__init__()
        self.register_buffer("embed", torch.randn(k, dim))

    def forward(self, z):
        cross = z @ self.embed.t()
        dist = z.pow(2).sum(1, keepdim=True) - 2 * cross + self.embed.pow(2).sum(1)
        assign = torch.softmax(-dist, dim=1)
        with torch.no_grad():
            centre = assign.t() @ z / assign.sum(0)[:, None]
            self.embed = self.embed * 0.9 + centre * 0.1
        return assign


torch.manual_seed(808)
enc = nn.Linear(3, 2)
book = SoftCodebook(4, 2)
usage = book(enc(torch.randn(5, 3))).mean(0)
loss = (usage * usage.log()).sum()
loss.backward()
