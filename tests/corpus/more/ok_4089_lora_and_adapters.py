import contextlib
import io
import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class LoRALinear(nn.Module):
    def __init__(self, base, rank=2, alpha=4.0):
        super().__init__()
        self.base = base.requires_grad_(False)
        self.A = nn.Parameter(torch.empty(rank, base.in_features))
        self.B = nn.Parameter(torch.zeros(base.out_features, rank))
        nn.init.kaiming_uniform_(self.A, a=math.sqrt(5))
        self.scale, self.merged = alpha / rank, False

    @torch.no_grad()
    def merge(self, sign=1):
        self.base.weight.add_(self.B @ self.A, alpha=sign * self.scale)
        self.merged = sign > 0

    def forward(self, x):
        out = self.base(x)
        if not self.merged:
            out = out + self.scale * F.linear(F.linear(x, self.A), self.B)
        return out


class Adapter(nn.Module):
    def __init__(self, d, r=2):
        super().__init__()
        self.down, self.up = nn.Linear(d, r), nn.Linear(r, d)
        nn.init.zeros_(self.up.weight)
        nn.init.zeros_(self.up.bias)

    def forward(self, h):
        return h + self.up(F.gelu(self.down(h)))


class Block(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.lin, self.adapter = nn.Linear(d, d), Adapter(d)

    def forward(self, x):
        return self.adapter(torch.relu_(self.lin(x)))


class Model(nn.Module):
    def __init__(self, d=4):
        super().__init__()
        self.blocks = nn.ModuleList(Block(d) for _ in range(2))
        self.head = nn.Linear(d, 2)

    def forward(self, x):
        for b in self.blocks:
            x = b(x)
        return self.head(x)


@contextlib.contextmanager
def merged(model):
    layers = [m for m in model.modules() if isinstance(m, LoRALinear)]
    for m in layers:
        m.merge(+1)
    yield model.eval()
    for m in layers:
        m.merge(-1)
    model.train()


torch.manual_seed(145)
model = Model()
for p in model.parameters():
    p.requires_grad_(False)
for b in model.blocks:
    b.lin = LoRALinear(b.lin)
    b.adapter.requires_grad_(True)
trainable = {n: p for n, p in model.named_parameters() if p.requires_grad}
opt = torch.optim.AdamW(trainable.values(), lr=0.05)
x = torch.randn(16, 4)
y = (x[:, 0] > x[:, 1]).long()
for epoch in range(3):
    for xb, yb in zip(x.split(8), y.split(8)):
        loss = F.cross_entropy(model(xb), yb)
        opt.zero_grad()
        loss.backward()
        opt.step()
    with merged(model), torch.no_grad():
        acc = (model(x).argmax(1) == y).float().mean().item()
buf = io.BytesIO()
torch.save({n: p.detach().clone() for n, p in trainable.items()}, buf)
print("acc", acc, "tensors", len(trainable), "head frozen", model.head.weight.grad is None)
