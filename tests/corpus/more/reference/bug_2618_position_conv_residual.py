import torch
import torch.nn as nn
import torch.nn.functional as F


class PositionalMixin:
    def add_positions(self, x):
        pos = self.pos_conv(x.transpose(1, 2))
        x = x + F.gelu(pos).transpose(1, 2)
        return x


class AudioEncoder(PositionalMixin, nn.Module):
    def __init__(self, bands=3, dim=4):
        super().__init__()
        self.project = nn.Linear(bands, dim)
        self.pos_conv = nn.Conv1d(dim, dim, 3, padding=1, groups=2)
        self.out = nn.Linear(dim, 2)

    def forward(self, fbank):
        x = self.project(fbank)
        x = self.add_positions(x)
        return self.out(x)


torch.manual_seed(2601)
encoder = AudioEncoder()
fbank = torch.randn(2, 5, 3)
labels = torch.tensor([0, 1])
logits = encoder(fbank).mean(dim=1)
loss = F.cross_entropy(logits, labels)
loss.backward()
