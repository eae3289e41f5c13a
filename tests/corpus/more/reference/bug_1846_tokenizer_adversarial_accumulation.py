import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1846)
codec, disc = nn.Linear(3, 3), nn.Linear(3, 1)
opts = {"codec": torch.optim.SGD(codec.parameters(), lr=0.05), "disc": torch.optim.SGD(disc.parameters(), lr=0.05)}


def codec_turn(x):
    recon = codec(x)
    opts["codec"].zero_grad()
    loss = F.mse_loss(recon, x) - 0.5 * disc(recon).mean()
    loss.backward()
    opts["codec"].step()
    return recon.detach()


def disc_turn(x, recon):
    opts["disc"].zero_grad()
    loss = F.relu(1 - disc(x)).mean() + F.relu(1 + disc(recon)).mean()
    loss.backward()
    opts["disc"].step()
    return loss


for video in torch.randn(1, 6, 3):
    recon = codec_turn(video)
    disc_turn(video, recon)
