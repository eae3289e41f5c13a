import torch
import torch.nn as nn


class MoE(nn.Module):
    def __init__(self, dim=3, experts=4):
        super().__init__()
        self.gate = nn.Linear(dim, experts, bias=False)
        self.experts = nn.ModuleList([nn.Linear(dim, 2) for _ in range(experts)])

    def route(self, x):
        probs = torch.softmax(self.gate(x), dim=-1)
        _, weakest = probs.topk(2, dim=-1, largest=False)
        return probs.scatter(-1, weakest, 0.0)

    def forward(self, x):
        mix = self.route(x)
        outs = torch.stack([e(x) for e in self.experts], dim=1)
        return (mix.unsqueeze(-1) * outs).sum(1), mix


torch.manual_seed(1109)
moe = MoE()
tokens = torch.randn(5, 3)
y, mix = moe(tokens)
load = mix.mean(0)
loss = y.pow(2).mean() + 0.1 * (load * load).sum()
loss.backward()
