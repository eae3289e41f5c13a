import torch
import torch.nn as nn
import torch.nn.functional as F


class Quantizer(nn.Module):
    def __init__(self, n_codes, dim, decay=0.8):
        super().__init__()
        embed = torch.randn(n_codes, dim)
        self.register_buffer("embed", embed)
        self.register_buffer("cluster", torch.ones(n_codes))
        self.register_buffer("average", embed.clone())
        self.decay = decay

    def forward(self, z):
        flat = z.reshape(-1, z.shape[-1])
        with torch.no_grad():
            d = flat.pow(2).sum(1, keepdim=True) - 2 * flat @ self.embed.t() + self.embed.pow(2).sum(1)
            idx = d.argmin(1)
            one_hot = F.one_hot(idx, len(self.embed)).type_as(flat)
        quant = self.embed[idx].view_as(z)
        if self.training:
            self.update(flat.detach(), one_hot)
        commit = (quant - z).pow(2).mean()
        quant = z + (quant - z).detach()
        return quant, commit, idx.unique().numel()

    @torch.no_grad()
    def update(self, flat, one_hot):
        self.cluster.mul_(self.decay).add_(one_hot.sum(0), alpha=1 - self.decay)
        self.average.mul_(self.decay).add_(one_hot.t() @ flat, alpha=1 - self.decay)
        n = self.cluster.sum()
        size = (self.cluster + 1e-5) / (n + len(self.cluster) * 1e-5) * n
        self.embed = self.average / size.unsqueeze(1)


class VQVAE(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(4, 6), nn.ReLU(inplace=True), nn.Linear(6, 2))
        self.quant = Quantizer(6, 2)
        self.decoder = nn.Sequential(nn.Linear(2, 6), nn.ReLU(inplace=True), nn.Linear(6, 4))

    def forward(self, x):
        q, commit, used = self.quant(self.encoder(x))
        return self.decoder(q), commit, used


def evaluate(model, x):
    model.eval()
    with torch.no_grad():
        recon, _, used = model(x)
    model.train()
    return F.mse_loss(recon, x).item(), used


torch.manual_seed(112)
model = VQVAE()
opt = torch.optim.Adam(model.parameters(), lr=5e-3)
x = torch.randn(20, 4)
for epoch in range(3):
    for batch in x.split(10):
        recon, commit, used = model(batch)
        loss = F.mse_loss(recon, batch) + 0.25 * commit
        opt.zero_grad()
        loss.backward()
        opt.step()
print("eval", evaluate(model, x))
