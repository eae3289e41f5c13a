import torch
import torch.nn as nn


class SoftThreshold(nn.Module):
    def __init__(self, dim, dtype):
        super().__init__()
        self.threshold = nn.Parameter(torch.full((dim,), 0.2).to(dtype))
        self.mix = nn.Linear(dim, dim).to(dtype)

    def forward(self, x):
        h = self.mix(x)
        return torch.sign(h) * torch.relu(h.abs() - self.threshold)


torch.manual_seed(1530)
layer = SoftThreshold(3, torch.float64)
opt = torch.optim.SGD(layer.parameters(), lr=0.1)
x = torch.randn(4, 3, dtype=torch.float64)
loss = (layer(x) - x).pow(2).mean()
opt.zero_grad()
loss.backward()
opt.step()
