import torch
import torch.nn as nn


class GatedReader(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.gate = nn.Linear(dim, dim)
        self.read = nn.Linear(dim, 1)

    def forward(self, x):
        keep = torch.sigmoid(self.gate(x))
        mask = torch.bernoulli(keep.detach()) + keep - keep.detach()
        return self.read(x * mask)


torch.manual_seed(645)
reader = GatedReader(3)
gate = reader.gate
x, y = torch.randn(5, 3), torch.randn(5, 1)
loss = (reader(x) - y).pow(2).mean()
loss.backward()
print("gate gradient", gate.weight.grad.abs().sum().item())
