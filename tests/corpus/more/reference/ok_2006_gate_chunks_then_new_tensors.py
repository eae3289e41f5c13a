import torch
import torch.nn as nn


class FiLM(nn.Module):
    def __init__(self, cond, width):
        super().__init__()
        self.proj = nn.Linear(cond, 2 * width)

    def forward(self, x, c):
        gamma, beta = self.proj(c).chunk(2, dim=-1)
        gamma = gamma.clamp(-1.0, 1.0) + 1.0
        out = x * gamma + beta
        return out


torch.manual_seed(2206)
block = FiLM(2, 3)
film = block.proj
x, cond = torch.randn(4, 3), torch.randn(4, 2)
y = block(x, cond)
loss = torch.tanh(y).sum()
loss.backward()
