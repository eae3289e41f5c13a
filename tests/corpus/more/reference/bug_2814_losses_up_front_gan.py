import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(514)
gen = nn.Sequential(nn.Linear(2, 3), nn.LeakyReLU(0.2), nn.Linear(3, 2))
disc = nn.Sequential(nn.Linear(2, 3), nn.LeakyReLU(0.2), nn.Linear(3, 1))
opts = {
    "disc": torch.optim.Adam(disc.parameters(), lr=2e-2, betas=(0.5, 0.999)),
    "gen": torch.optim.Adam(gen.parameters(), lr=2e-2, betas=(0.5, 0.999)),
}


def compute_losses(real, z):
    fake = gen(z)
    on_real, on_fake, on_fake_g = disc(real), disc(fake.detach()), disc(fake)
    bce = F.binary_cross_entropy_with_logits
    d = bce(on_real, torch.ones_like(on_real)) + bce(on_fake, torch.zeros_like(on_fake))
    return {"disc": d, "gen": bce(on_fake_g, torch.ones_like(on_fake_g))}


real, z = torch.randn(4, 2) + 2.0, torch.randn(4, 2)
losses = compute_losses(real, z)
for opt in opts.values():
    opt.zero_grad()
losses["gen"].backward()
opts["gen"].step()
loss = losses["gen"]
