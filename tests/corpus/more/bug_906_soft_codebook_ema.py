import torch
import torch.nn as nn


class SoftVQ(nn.Module):
    def __init__(self, k, dim, decay=0.9):
        super().__init__()
        self.decay = decay
        self.register_buffer("embed", torch.randn(k, dim))

    def forward(self, z):
        code = torch.softmax(z @ self.embed.T, dim=-1)
        quantize = code @ self.embed
        with torch.no_grad():
            self.embed.mul_(self.decay)
            self.embed.add_(code.T @ z, alpha=1 - self.decay)
        return quantize


torch.manual_seed(906)
enc = nn.Linear(2, 3)
vq = SoftVQ(4, 3)
x = torch.randn(5, 2)
loss = vq(enc(x)).pow(2).mean()
loss.backward()
