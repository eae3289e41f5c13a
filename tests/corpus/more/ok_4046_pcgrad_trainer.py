import random
from dataclasses import dataclass, field

import torch
import torch.nn as nn
import torch.nn.functional as F


@dataclass
class Config:
    lr: float = 0.05
    steps: int = 4
    tasks: tuple = ("depth", "seg", "edge")
    history: dict = field(default_factory=dict)


class MultiTaskNet(nn.Module):
    def __init__(self, tasks):
        super().__init__()
        self.trunk = nn.Linear(4, 5)
        self.heads = nn.ModuleDict({t: nn.Linear(5, 2) for t in tasks})

    def forward(self, x):
        h = torch.tanh(self.trunk(x))
        return {t: head(h) for t, head in self.heads.items()}


class PCGradTrainer:
    def __init__(self, net, cfg):
        self.net, self.cfg = net, cfg
        self.opt = torch.optim.SGD(net.parameters(), lr=cfg.lr)
        self.last = {}

    def losses(self, x, targets):
        out = self.net(x)
        return {
            "depth": F.l1_loss(out["depth"], targets["depth"]),
            "seg": F.cross_entropy(out["seg"], targets["seg"]),
            "edge": F.mse_loss(out["edge"].sigmoid(), targets["edge"]),
        }

    def collect(self, losses):
        grads = {}
        names = list(losses)
        for i, name in enumerate(names):
            self.opt.zero_grad(set_to_none=True)
            losses[name].backward(retain_graph=i + 1 < len(names))
            grads[name] = [torch.zeros_like(p) if p.grad is None else p.grad.clone() for p in self.net.parameters()]
        return grads

    def project(self, grads):
        flat = {t: torch.cat([g.flatten() for g in gs]) for t, gs in grads.items()}
        mixed = {t: v.clone() for t, v in flat.items()}
        conflicts = 0
        for t, v in mixed.items():
            others = [o for o in flat if o != t]
            random.shuffle(others)
            for o in others:
                dot = torch.dot(v, flat[o])
                if dot < 0:
                    v -= dot / flat[o].pow(2).sum() * flat[o]
                    conflicts += 1
        return sum(mixed.values()), conflicts

    def step(self, x, targets):
        losses = self.losses(x, targets)
        self.last = self.collect(losses)
        merged, conflicts = self.project(self.last)
        start = 0
        for p in self.net.parameters():
            n = p.numel()
            p.grad = merged[start:start + n].view_as(p).clone()
            start += n
        self.opt.step()
        return {t: l.item() for t, l in losses.items()}, conflicts


random.seed(1)
torch.manual_seed(101)
cfg = Config()
trainer = PCGradTrainer(MultiTaskNet(cfg.tasks), cfg)
x = torch.randn(8, 4)
targets = {"depth": torch.rand(8, 2), "seg": torch.randint(0, 2, (8,)), "edge": torch.rand(8, 2)}
for step in range(cfg.steps):
    logs, conflicts = trainer.step(x, targets)
    for k, v in logs.items():
        cfg.history.setdefault(k, []).append(v)
print({k: round(v[-1], 4) for k, v in cfg.history.items()}, "conflicts", conflicts)
