import torch
import torch.nn as nn


class ConformerLayer(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.conv = nn.Conv1d(dim, dim, 3, padding=1)
        self.ffn = nn.Linear(dim, dim)

    def conv_module(self, h):
        return torch.tanh(self.conv(h.transpose(1, 2)).transpose(1, 2))

    def forward(self, x):
        h = self.norm(x)
        h.add_(self.conv_module(h))
        h.add_(self.ffn(h), alpha=0.5)
        return h


torch.manual_seed(2726)
encoder = nn.ModuleList(ConformerLayer(3) for _ in range(2))
speech = torch.randn(2, 4, 3)
for layer in encoder:
    speech = layer(speech)
loss = speech.pow(2).mean()
loss.backward()
