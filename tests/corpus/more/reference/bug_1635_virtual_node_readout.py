import torch
import torch.nn as nn


class VirtualNodeConv(nn.Module):
    def __init__(self, dim: int):
        super().__init__()
        self.lin = nn.Linear(dim, dim)
        self.readout = nn.Linear(dim, 1)

    def forward(self, x: torch.Tensor, adj: torch.Tensor) -> torch.Tensor:
        h = self.lin(adj @ x).sigmoid()
        h = torch.cat([h[1:].mean(dim=0, keepdim=True), h[1:]])
        return self.readout(h)


torch.manual_seed(1622)
conv = VirtualNodeConv(3)
adj = 1.0 * (torch.rand(5, 5) > 0.5)
loss = conv(torch.randn(5, 3), adj).pow(2).sum()
loss.backward()
