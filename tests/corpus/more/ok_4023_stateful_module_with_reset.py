import torch
import torch.nn as nn


class LeakyMemory(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.mix = nn.Parameter(torch.full((n,), 0.3))
        self.register_buffer("mem", torch.zeros(n), persistent=False)

    def reset(self):
        self.mem = torch.zeros_like(self.mem)

    def forward(self, x):
        mem = self.mix.sigmoid() * self.mem + x
        self.mem = mem.detach()
        return mem


torch.manual_seed(33)
layer = LeakyMemory(3)
for episode in range(2):
    layer.reset()
    for x in torch.randn(4, 3):
        layer.zero_grad()
        loss = layer(x).tanh().pow(2).sum()
        loss.backward()
