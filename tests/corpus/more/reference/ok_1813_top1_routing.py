import torch
import torch.nn as nn


class Switch(nn.Module):
    def __init__(self, dim, experts):
        super().__init__()
        self.router = nn.Linear(dim, experts)
        self.experts = nn.ModuleList(nn.Linear(dim, dim) for _ in range(experts))

    def forward(self, x):
        gate = torch.softmax(self.router(x), dim=-1)
        weight, choice = gate.max(dim=-1)
        out = torch.stack([expert(x) for expert in self.experts])
        return out[choice, torch.arange(len(x))] * weight[:, None]


torch.manual_seed(2813)
layer = Switch(3, 2)
tokens = torch.randn(6, 3)
loss = layer(tokens).pow(2).mean()
loss.backward()
