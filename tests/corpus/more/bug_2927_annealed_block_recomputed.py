import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint


class AnnealedGate(nn.Module):
    def __init__(self, dim, start=2.0, rate=0.5):
        super().__init__()
        self.proj = nn.Linear(dim, dim)
        self.temperature = start
        self.rate = rate

    def forward(self, x):
        soft = torch.softmax(self.proj(x) / self.temperature, dim=-1)
        if self.training:
            self.temperature *= self.rate
        return soft * x


torch.manual_seed(1327)
gate = AnnealedGate(3)
head = nn.Linear(3, 1)
x = torch.randn(4, 3)
hidden = checkpoint(gate, x, use_reentrant=False)
loss = head(hidden).square().mean()
loss.backward()
