import torch
import torch.nn as nn


class SoftQuantizer(nn.Module):
    def __init__(self, codes, dim):
        super().__init__()
        self.register_buffer("codebook", torch.randn(codes, dim))

    def forward(self, z):
        assign = torch.softmax(z @ self.codebook.t(), dim=-1)
        with torch.no_grad():
            centre = assign.t() @ z / assign.sum(dim=0).unsqueeze(1)
            self.codebook = 0.9 * self.codebook + 0.1 * centre
        return assign @ self.codebook, assign


torch.manual_seed(1507)
encoder, quantizer = nn.Linear(3, 2), SoftQuantizer(4, 2)
z = encoder(torch.randn(5, 3))
quantized, assign = quantizer(z)
loss = (z - quantized).pow(2).mean() + 0.1 * (assign * assign.log()).sum(dim=1).mean()
loss.backward()
