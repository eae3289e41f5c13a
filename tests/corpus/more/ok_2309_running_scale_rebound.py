import torch
import torch.nn as nn


class RunningScale(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.register_buffer("scale", torch.ones(dim))

    def forward(self, h):
        batch_scale = h.detach().abs().mean(0)
        self.scale = 0.8 * self.scale + 0.2 * batch_scale
        return h / self.scale


torch.manual_seed(1209)
encoder, norm = nn.Linear(3, 2), RunningScale(2)
loss = 0.0
for obs in torch.randn(3, 4, 3):
    loss = loss + torch.tanh(norm(encoder(obs))).pow(2).mean()
loss.backward()
print("scale", norm.scale)
