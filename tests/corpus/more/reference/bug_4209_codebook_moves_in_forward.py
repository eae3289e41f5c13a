import torch
import torch.nn as nn


class SoftVQ(nn.Module):
    def __init__(self, n, d, decay=0.8):
        super().__init__()
        self.decay = decay
        self.register_buffer("embed", torch.randn(n, d))

    def forward(self, z):
        p = torch.softmax(z @ self.embed.t(), dim=-1)
        quant = p @ self.embed
        if self.training:
            centre = p.detach().t() @ z.detach() / p.detach().sum(0)[:, None]
            self.embed = self.embed * self.decay + centre * (1 - self.decay)
        return quant


torch.manual_seed(19)
enc = nn.Linear(3, 2)
vq = SoftVQ(4, 2)
x = torch.randn(5, 3)
z = enc(x)
loss = (vq(z) - z).pow(2).mean()
loss.backward()
