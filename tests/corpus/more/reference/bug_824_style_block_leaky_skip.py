import torch
import torch.nn as nn


class StyleBlock(nn.Module):
    def __init__(self, ch):
        super().__init__()
        self.conv = nn.Conv2d(ch, ch, 1, bias=False)
        self.style = nn.Linear(3, ch)
        self.act = nn.LeakyReLU(0.2)

    def forward(self, x, code):
        feat = self.conv(x)
        styled = feat * self.style(code)[:, :, None, None]
        skip = self.act(feat)
        return styled + skip


torch.manual_seed(825)
block = StyleBlock(2)
image, code = torch.randn(1, 2, 2, 2), torch.randn(1, 3)
loss = block(image, code).pow(2).sum()
loss.backward()
