import torch
from torch import nn


class MoE(nn.Module):
    def __init__(self, dim, experts, k=2):
        super().__init__()
        self.k = k
        self.router = nn.Linear(dim, experts, bias=False)
        self.experts = nn.ModuleList([nn.Linear(dim, dim) for _ in range(experts)])

    def route(self, x):
        logits = self.router(x)
        chosen = logits.topk(self.k, dim=-1).indices
        return torch.zeros_like(logits).scatter(1, chosen, 1.0) * torch.softmax(logits, dim=-1)

    def forward(self, x):
        chosen = self.route(x)
        out = torch.zeros_like(x)
        for slot, expert in enumerate(self.experts):
            hit = chosen[:, slot : slot + 1]
            out = out + hit * expert(x) / self.k
        return out


torch.manual_seed(332)
moe = MoE(dim=3, experts=4)
x = torch.randn(5, 3)
loss = (moe(x) - x).square().mean()
loss.backward()
