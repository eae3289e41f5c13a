import torch
import torch.nn as nn


class ChannelGate(nn.Module):
    def __init__(self, ch, reduction=2, p=0.3):
        super().__init__()
        self.mlp = nn.Sequential(
            nn.Linear(ch, ch // reduction),
            nn.ReLU(True),
            nn.Linear(ch // reduction, ch),
            nn.Sigmoid(),
            nn.Dropout(p),
        )

    def forward(self, x):
        w = self.mlp(x.mean(dim=(2, 3)))
        return x * w[:, :, None, None]


torch.manual_seed(79)
conv, gate = nn.Conv2d(1, 4, 3, padding=1), ChannelGate(4)
img = torch.randn(2, 1, 4, 4)
loss = gate(conv(img)).pow(2).mean()
loss.backward()
