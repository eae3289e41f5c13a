import torch
import torch.nn as nn


class SparseMoE(nn.Module):
    def __init__(self, dim, n_experts, k=2):
        super().__init__()
        self.k = k
        self.router = nn.Linear(dim, n_experts)
        self.experts = nn.ModuleList(nn.Linear(dim, dim) for _ in range(n_experts))

    def forward(self, x):
        weights, chosen = self.router(x).softmax(-1).topk(self.k, dim=-1)
        y = torch.zeros_like(x)
        for e, expert in enumerate(self.experts):
            rows, slot = torch.where(chosen == e)
            y.index_add_(0, rows, expert(x[rows]) * weights[rows, slot, None])
        return y


torch.manual_seed(103)
moe = SparseMoE(3, 4)
x = torch.randn(6, 3)
loss = moe(x).pow(2).sum()
loss.backward()
