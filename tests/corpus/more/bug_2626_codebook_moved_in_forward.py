import torch
import torch.nn as nn


class EMAQuantizer(nn.Module):
    def __init__(self, codes, dim, decay=0.8):
        super().__init__()
        self.register_buffer("codebook", torch.randn(codes, dim))
        self.decay = decay

    def forward(self, z):
        sim = z @ self.codebook.T
        usage = torch.softmax(sim, dim=-1).mean(dim=0)
        index = sim.argmax(dim=-1)
        if self.training:
            self.move(z.detach(), index)
        quantised = self.codebook[index]
        commit = (z - quantised).pow(2).mean()
        return z + (quantised - z).detach(), commit, usage

    @torch.no_grad()
    def move(self, z, index):
        for code in index.unique():
            centre = z[index == code].mean(dim=0)
            self.codebook[code].mul_(self.decay).add_(centre, alpha=1 - self.decay)


torch.manual_seed(2623)
encoder, decoder = nn.Linear(4, 2), nn.Linear(2, 4)
vq = EMAQuantizer(3, 2)
x = torch.randn(6, 4)
z, commit, usage = vq(encoder(x))
loss = (decoder(z) - x).pow(2).mean() + 0.25 * commit + 0.1 * (usage * usage.log()).sum()
loss.backward()
