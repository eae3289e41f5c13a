import torch
import torch.nn as nn


class EMAQuantizer(nn.Module):
    def __init__(self, codes, dim, decay=0.8):
        super().__init__()
        self.decay = decay
        self.register_buffer("codebook", torch.randn(codes, dim))
        self.register_buffer("usage", torch.ones(codes))

    @torch.no_grad()
    def refresh(self, z, assign):
        hits = assign.sum(0)
        self.usage.lerp_(hits, 1 - self.decay)
        centres = assign.T @ z / hits.clamp(min=1e-3)[:, None]
        self.codebook = torch.lerp(self.codebook, centres, 1 - self.decay)

    def forward(self, z):
        logits = z @ self.codebook.T
        assign = torch.softmax(logits, dim=-1)
        if self.training:
            self.refresh(z.detach(), assign.detach())
        return assign @ self.codebook


torch.manual_seed(2504)
encoder = nn.Linear(2, 3)
quantizer = EMAQuantizer(4, 3)
decoder = nn.Linear(3, 2)
x = torch.randn(6, 2)
loss = (decoder(quantizer(encoder(x))) - x).pow(2).mean()
loss.backward()
