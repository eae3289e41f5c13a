import torch
import torch.nn as nn


class ScaledBlock(nn.Module):
    def __init__(self, dim, init=0.1, dtype=torch.float64):
        super().__init__()
        self.fc = nn.Linear(dim, dim, dtype=dtype)
        self.scale = nn.Parameter(init * torch.ones(dim)).to(dtype)

    def forward(self, x):
        return x + self.scale * torch.tanh(self.fc(x))


torch.manual_seed(2727)
block = ScaledBlock(3)
optimizer = torch.optim.SGD(block.parameters(), lr=0.1)
x = torch.randn(4, 3, dtype=torch.float64)
loss = (block(x) - 1.0).pow(2).mean()
optimizer.zero_grad()
loss.backward()
optimizer.step()
