import torch
import torch.nn as nn
import torch.nn.functional as F


class ResnetBlock(nn.Module):
    def __init__(self, ch, temb):
        super().__init__()
        self.norm = nn.GroupNorm(1, ch)
        self.conv1 = nn.Conv2d(ch, ch, 1)
        self.time = nn.Linear(temb, ch)
        self.conv2 = nn.Conv2d(ch, ch, 1)

    def forward(self, x, temb):
        h = self.conv1(F.silu(self.norm(x)))
        h += self.time(temb)[:, :, None, None]
        h = self.conv2(F.silu(h))
        h += x
        h /= 2.0 ** 0.5
        return h


torch.manual_seed(262)
block = ResnetBlock(2, 3)
x, temb, noise = torch.randn(1, 2, 2, 2), torch.randn(1, 3), torch.randn(1, 2, 2, 2)
pred = block(x, temb)
loss = F.mse_loss(pred, noise)
loss.backward()
