import torch
import torch.nn as nn


class Decoder(nn.Module):
    def __init__(self, length, dim, out):
        super().__init__()
        self.pos = nn.Parameter(torch.randn(1, length, dim) * 0.02)
        self.proj = nn.Linear(dim, out)

    def forward(self, token):
        token = token + self.pos
        return self.proj(token)


torch.manual_seed(4)
encoder = nn.Linear(3, 4)
rgb = Decoder(length=5, dim=4, out=3)
depth = Decoder(length=5, dim=4, out=1)

patches = torch.randn(2, 5, 3)
depth_map = torch.rand(2, 5, 1)
quant = encoder(patches)
rec_rgb = rgb(quant)
rec_depth = depth(quant)
loss = (rec_rgb - patches).pow(2).mean() + (rec_depth - depth_map).abs().mean()
loss.backward()
