import torch
import torch.nn as nn
import torch.nn.functional as F


def masked_softmax(score, mask):
    empty = ~mask.any(dim=1, keepdim=True)
    usable = mask | empty
    w = score.masked_fill(~usable, float("-inf")).softmax(dim=1)
    return w * mask


def masked_mean(x, mask):
    total = (x * mask.unsqueeze(-1)).sum(1)
    return total / mask.sum(1, keepdim=True).clamp(min=1)


class SetNet(nn.Module):
    def __init__(self, d=3, h=5):
        super().__init__()
        self.embed = nn.Linear(d, h)
        self.score = nn.Linear(h, 1)
        self.out = nn.Linear(2 * h + 1, 2)

    def forward(self, x, mask):
        x = torch.where(mask.unsqueeze(-1), x, torch.zeros_like(x))
        h = F.elu(self.embed(x))
        att = masked_softmax(self.score(h).squeeze(-1), mask)
        pooled = (att.unsqueeze(-1) * h).sum(1)
        mean = masked_mean(h, mask)
        size = torch.log1p(mask.sum(1, keepdim=True).to(h.dtype))
        return self.out(torch.cat([pooled, mean, size], dim=1)), att


def attention_entropy(att):
    return -torch.xlogy(att, att.clamp_min(1e-12)).sum(1).mean()


def make_sets(n, longest, g):
    lengths = torch.randint(1, longest + 1, (n,), generator=g)
    lengths[3] = 0
    mask = torch.arange(longest).unsqueeze(0) < lengths.unsqueeze(1)
    x = torch.randn(n, longest, 3, generator=g)
    x[~mask] = float("nan")
    label = (torch.nan_to_num(x).sum((1, 2)) > 0).long()
    return x, mask, label


torch.manual_seed(143)
x, mask, label = make_sets(12, 5, torch.Generator().manual_seed(6))
net = SetNet()
opt = torch.optim.Adam(net.parameters(), lr=0.03)
for epoch in range(4):
    for xb, mb, yb in zip(x.split(6), mask.split(6), label.split(6)):
        logits, att = net(xb, mb)
        loss = F.cross_entropy(logits, yb) - 0.01 * attention_entropy(att)
        opt.zero_grad()
        loss.backward()
        opt.step()
with torch.no_grad():
    logits, att = net(x, mask)
    acc = (logits.argmax(1) == label).float().mean().item()
print("acc", acc, "empty weight", att[3].sum().item())
print("finite", all(bool(p.grad.isfinite().all()) for p in net.parameters()))
