import torch
import torch.nn as nn


class ThresholdMoE(nn.Module):
    def __init__(self, dim, experts, cut=0.2):
        super().__init__()
        self.router = nn.Linear(dim, experts)
        self.experts = nn.ModuleList(nn.Linear(dim, dim) for _ in range(experts))
        self.cut = cut

    def forward(self, x):
        share = torch.softmax(self.router(x), dim=-1)
        chosen = (share > self.cut).float() + share - share.detach()
        mixed = sum(chosen[:, i:i + 1] * expert(x) for i, expert in enumerate(self.experts))
        return mixed / chosen.sum(-1, keepdim=True)


torch.manual_seed(3128)
moe = ThresholdMoE(3, experts=3)
opt = torch.optim.SGD([
    {"params": moe.experts.parameters(), "lr": 1e-2},
    {"params": moe.router.parameters(), "lr": 1e-1},
])
x = torch.randn(6, 3)
loss = (moe(x) - x.flip(0)).square().mean()
loss.backward()
opt.step()
