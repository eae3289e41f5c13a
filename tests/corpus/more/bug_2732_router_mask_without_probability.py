import torch
import torch.nn as nn


class SparseExperts(nn.Module):
    def __init__(self, dim, n_experts, k):
        super().__init__()
        self.router = nn.Linear(dim, n_experts)
        self.experts = nn.ModuleList(nn.Linear(dim, dim) for _ in range(n_experts))
        self.k = k

    def route(self, x):
        probs = self.router(x).softmax(dim=-1)
        chosen = probs.topk(self.k, dim=-1).indices
        return torch.zeros_like(probs).scatter(-1, chosen, 1.0 / self.k)

    def forward(self, x):
        gates = self.route(x)
        outputs = torch.stack([expert(x) for expert in self.experts], dim=1)
        return (gates.unsqueeze(-1) * outputs).sum(1)


torch.manual_seed(2732)
layer = SparseExperts(3, n_experts=4, k=2)
tokens = torch.randn(5, 3)
loss = (layer(tokens) - tokens.flip(0)).pow(2).mean()
loss.backward()
