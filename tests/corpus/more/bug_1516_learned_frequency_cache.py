import torch
import torch.nn as nn


class RotaryEmbedding(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.freqs = nn.Parameter(1.0 / 10.0 ** torch.linspace(0, 1, dim))
        self.cached_freqs = None

    def forward(self, length):
        if self.cached_freqs is None:
            t = torch.arange(length, dtype=self.freqs.dtype)
            self.cached_freqs = torch.outer(t, self.freqs)
        return self.cached_freqs


torch.manual_seed(1516)
rotary, proj = RotaryEmbedding(2), nn.Linear(2, 2)
for tokens in torch.randn(2, 3, 2):
    rotary.zero_grad()
    q = proj(tokens) * torch.cos(rotary(3))
    loss = (q @ q.t()).pow(2).mean()
    loss.backward()
