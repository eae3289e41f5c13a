import torch
import torch.nn as nn


class HardRouter(nn.Module):
    def __init__(self, d, experts):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(experts, d))
        self.experts = nn.ModuleList(nn.Linear(d, 1) for _ in range(experts))

    def forward(self, x):
        probs = (x @ self.weight.T).softmax(-1)
        pick = probs.argmax(-1, keepdim=True)
        hard = torch.zeros_like(probs).scatter_(-1, pick, 1.0)
        gate = hard - probs.detach() + probs
        outs = torch.cat([e(x) for e in self.experts], -1)
        return (gate * outs).sum(-1)


torch.manual_seed(43)
router = HardRouter(3, 2)
x, y = torch.randn(6, 3), torch.randn(6)
loss = (router(x) - y).pow(2).mean()
loss.backward()
