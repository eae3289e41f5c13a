import torch
import torch.nn as nn


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.up = nn.ConvTranspose1d(2, 1, 4, stride=2)

    def forward(self, z, gain=0.8):
        wav = self.up(z)
        wav.mul_(gain).clamp_(-0.5, 0.5)
        return wav.squeeze(1)


torch.manual_seed(101)
dec = Decoder()
z, target = torch.randn(3, 2, 4), torch.rand(3, 10) - 0.5
loss = (dec(z) - target).pow(2).mean()
loss.backward()
