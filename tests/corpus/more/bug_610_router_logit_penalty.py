import torch
import torch.nn as nn
import torch.nn.functional as F


class SparseRouter(nn.Module):
    def __init__(self, dim, experts):
        super().__init__()
        self.router = nn.Linear(dim, experts)
        self.experts = nn.Parameter(torch.randn(experts, dim, dim) * 0.3)

    def forward(self, x):
        logits = self.router(x)
        z_loss = logits.logsumexp(dim=-1).pow(2).mean()
        gates = F.leaky_relu(logits, 0.05, inplace=True)
        out = torch.einsum("bd,edk,be->bk", x, self.experts, gates)
        return out, z_loss


torch.manual_seed(610)
layer = SparseRouter(3, 2)
tokens = torch.randn(5, 3)
out, z_loss = layer(tokens)
loss = out.pow(2).mean() + 0.01 * z_loss
loss.backward()
