import torch
import torch.nn as nn


class ViTDecoder(nn.Module):
    def __init__(self, dim, out):
        super().__init__()
        self.pos = nn.Parameter(torch.randn(3, dim))
        self.to_pixel = nn.Linear(dim, out)

    def forward(self, token):
        token += self.pos
        return self.to_pixel(token)


torch.manual_seed(1602)
quantiser = nn.Linear(4, 4)
decoder_rgb, decoder_depth = ViTDecoder(4, 3), ViTDecoder(4, 1)
quant = quantiser(torch.randn(2, 3, 4))
rgb = decoder_rgb(quant)
depth = decoder_depth(quant)
loss = rgb.pow(2).mean() + depth.abs().mean()
loss.backward()
