import torch
import torch.nn as nn
import torch.nn.functional as F


class Expert(nn.Sequential):
    def __init__(self, dim, hidden):
        super().__init__(nn.Linear(dim, hidden), nn.GELU(), nn.Linear(hidden, dim))


class SparseMoE(nn.Module):
    def __init__(self, dim=4, hidden=6, num_experts=4, top_k=2):
        super().__init__()
        self.top_k = top_k
        self.gate = nn.Linear(dim, num_experts, bias=False)
        self.experts = nn.ModuleList(Expert(dim, hidden) for _ in range(num_experts))
        self.register_buffer("usage", torch.zeros(num_experts))
        self.aux_loss = None

    def forward(self, x):
        tokens = x.reshape(-1, x.size(-1))
        probs = F.softmax(self.gate(tokens), dim=-1)
        weights, chosen = probs.topk(self.top_k, dim=-1)
        weights = weights / weights.sum(-1, keepdim=True)
        out = torch.zeros_like(tokens)
        for e, expert in enumerate(self.experts):
            rows, slot = torch.where(chosen == e)
            if rows.numel() == 0:
                continue
            out[rows] += weights[rows, slot, None] * expert(tokens[rows])
        load = F.one_hot(chosen, len(self.experts)).sum((0, 1)) / chosen.numel()
        self.usage.mul_(0.9).add_(load, alpha=0.1)
        self.aux_loss = len(self.experts) * (load * probs.mean(0)).sum()
        return out.view_as(x)


class Block(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.norm, self.moe = nn.LayerNorm(dim), SparseMoE(dim)

    def forward(self, x):
        h = self.moe(self.norm(x))
        h += x
        return h


torch.manual_seed(111)
blocks = nn.Sequential(Block(4), Block(4))
moe = blocks[0].moe
opt = torch.optim.AdamW(blocks.parameters(), lr=1e-2)
target_map = torch.randn(4, 4)
for step in range(3):
    x = torch.randn(2, 5, 4)
    y = blocks(x)
    loss = F.mse_loss(y, x @ target_map)
    loss += 0.01 * sum(b.moe.aux_loss for b in blocks)
    opt.zero_grad()
    loss.backward()
    opt.step()
print("expert usage", moe.usage.tolist())
