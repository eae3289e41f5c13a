import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(105)
LATENT, STEPS = 3, 6


def init(m):
    if isinstance(m, nn.Linear):
        m.weight.data.normal_(0.0, 0.3)
        m.bias.data.fill_(0.0)


G = nn.Sequential(nn.Linear(LATENT, 6), nn.ReLU(True), nn.Linear(6, 2))
D = nn.Sequential(nn.Linear(2, 6), nn.LeakyReLU(0.2, inplace=True), nn.Linear(6, 1))
G.apply(init)
D.apply(init)
opt_g = torch.optim.Adam(G.parameters(), lr=2e-3, betas=(0.5, 0.999))
opt_d = torch.optim.Adam(D.parameters(), lr=2e-3, betas=(0.5, 0.999))
data = torch.randn(24, 2) * torch.tensor([0.5, 1.5]) + 2.0
loader = DataLoader(TensorDataset(data), batch_size=8, shuffle=False)
fixed = torch.randn(4, LATENT)


def bce(logits, value):
    return F.binary_cross_entropy_with_logits(logits, torch.full_like(logits, value))


log = []
for epoch in range(2):
    for (real,) in loader:
        z = torch.randn(len(real), LATENT)
        fake = G(z)

        opt_d.zero_grad()
        loss_d = bce(D(real), 0.9) + bce(D(fake.detach()), 0.0)
        loss_d.backward()
        opt_d.step()

        opt_g.zero_grad()
        D.requires_grad_(False)
        loss_g = bce(D(fake), 1.0)
        loss_g.backward()
        D.requires_grad_(True)
        opt_g.step()
        log.append((loss_d.item(), loss_g.item()))
    with torch.no_grad():
        G.eval()
        sample = G(fixed)
        G.train()
print("d %.4f g %.4f" % log[-1], "sample mean", sample.mean().item())
