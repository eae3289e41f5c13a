import torch
import torch.nn as nn


class MeanConv(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.lin = nn.Linear(d_in, d_out)

    def forward(self, x, edges):
        src, dst = edges
        h = self.lin(x)
        agg = torch.zeros_like(h).index_add_(0, dst, h[src].relu())
        deg = torch.zeros(len(x)).index_add_(0, dst, torch.ones(len(dst)))
        agg /= deg.clamp_(min=1).unsqueeze(1)
        agg += h
        return agg


torch.manual_seed(68)
conv = MeanConv(2, 3)
edges = torch.tensor([[0, 1, 2, 3, 0], [1, 2, 3, 0, 2]])
loss = conv(torch.randn(4, 2), edges).square().mean()
loss.backward()
