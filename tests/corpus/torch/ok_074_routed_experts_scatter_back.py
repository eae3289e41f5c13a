import torch
import torch.nn as nn


class Mixture(nn.Module):
    def __init__(self, dim, n):
        super().__init__()
        self.router = nn.Linear(dim, n)
        self.experts = nn.ModuleList(nn.Linear(dim, dim) for _ in range(n))

    def forward(self, x):
        gate = torch.softmax(self.router(x), dim=1)
        weight, choice = gate.max(dim=1)
        out = torch.zeros_like(x)
        for i, expert in enumerate(self.experts):
            rows = (choice == i).nonzero().squeeze(1)
            if rows.numel():
                out[rows] = torch.tanh(expert(x[rows])) * weight[rows].unsqueeze(1)
        return out


torch.manual_seed(104)
moe = Mixture(3, 2)
x = torch.randn(6, 3)
y = torch.randn(6, 3)
loss = nn.functional.mse_loss(moe(x), y)
loss.backward()
