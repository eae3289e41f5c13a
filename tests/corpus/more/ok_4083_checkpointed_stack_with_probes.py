import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.checkpoint import checkpoint


class Block(nn.Module):
    def __init__(self, d, drop):
        super().__init__()
        self.norm = nn.LayerNorm(d)
        self.fc = nn.Linear(d, d)
        self.drop = drop

    def forward(self, x):
        h = self.fc(self.norm(x))
        h = F.silu(h, inplace=True)
        keep = (torch.rand(h.shape) > self.drop).to(h.dtype) / (1 - self.drop)
        return x + h * keep


class Stack(nn.Module):
    def __init__(self, d=5, depth=3, every=2):
        super().__init__()
        self.inp = nn.Linear(3, d)
        self.blocks = nn.ModuleList(Block(d, 0.2) for _ in range(depth))
        self.out = nn.Linear(d, 1)
        self.every = every

    def forward(self, x):
        h = self.inp(x)
        for i, block in enumerate(self.blocks):
            if self.training and i % self.every == 0:
                h = checkpoint(block, h, use_reentrant=False, preserve_rng_state=True)
            else:
                h = block(h)
        return self.out(h)


class Probe:
    def __init__(self, module, names):
        self.grads, self.handles = {}, []
        for name in names:
            child = module.get_submodule(name)
            self.handles.append(child.register_full_backward_hook(self.make(name)))

    def make(self, name):
        def hook(module, grad_in, grad_out):
            self.grads.setdefault(name, []).append(grad_out[0].norm().item())
        return hook

    def close(self):
        for h in self.handles:
            h.remove()
        return {k: len(v) for k, v in self.grads.items()}


torch.manual_seed(139)
model = Stack()
probe = Probe(model, ["blocks.1.norm", "out"])
opt = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
x = torch.randn(16, 3)
y = x.pow(2).sum(1, keepdim=True) - 3
for epoch in range(3):
    for xb, yb in zip(x.split(8), y.split(8)):
        loss = F.mse_loss(model(xb), yb)
        opt.zero_grad(set_to_none=True)
        loss.backward()
        opt.step()
print("loss", loss.item(), "hook calls", probe.close())
