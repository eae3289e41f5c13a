import torch
import torch.nn as nn


class Squeeze(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.attn = nn.Sequential(
            nn.Linear(channels, channels),
            nn.Sigmoid(),
            nn.Dropout(0.3, inplace=True),
        )

    def forward(self, fmap):
        pooled = fmap.mean(dim=(2, 3))
        weight = self.attn(pooled)
        return fmap * weight[:, :, None, None]


torch.manual_seed(323)
squeeze = Squeeze(3)
loss = squeeze(torch.randn(2, 3, 2, 2)).abs().sum()
loss.backward()
