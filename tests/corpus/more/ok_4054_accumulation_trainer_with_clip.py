import io
import math
from dataclasses import dataclass

import torch
import torch.nn as nn
import torch.nn.functional as F


@dataclass(frozen=True)
class TrainConfig:
    lr: float = 0.03
    accumulate: int = 3
    max_norm: float = 0.5
    warmup: int = 2
    epochs: int = 2


class TinyModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(7, 4)
        self.head = nn.Linear(4, 7)

    def forward(self, ids):
        return self.head(self.embed(ids).mean(1))


class Trainer:
    def __init__(self, model, cfg):
        self.model, self.cfg, self.global_step, self.clip_coef = model, cfg, 0, 1.0
        decay = [p for p in model.parameters() if p.ndim > 1]
        rest = [p for p in model.parameters() if p.ndim <= 1]
        groups = [{"params": decay, "weight_decay": 0.01}, {"params": rest, "weight_decay": 0.0}]
        self.opt = torch.optim.AdamW(groups, lr=cfg.lr)
        self.sched = torch.optim.lr_scheduler.LambdaLR(self.opt, lambda s: min(1.0, (s + 1) / cfg.warmup))

    def backward_chunks(self, chunks):
        n = sum(len(y) for _, y in chunks)
        total = 0.0
        for ids, y in chunks:
            loss = F.cross_entropy(self.model(ids), y, reduction="sum") / n
            loss.backward()
            total += loss.item()
        return total

    def clip_(self):
        norm = math.sqrt(sum(p.grad.pow(2).sum().item() for p in self.model.parameters()))
        self.clip_coef = min(1.0, self.cfg.max_norm / (norm + 1e-6))
        for p in self.model.parameters():
            p.grad.mul_(self.clip_coef)

    def fit(self, batches):
        for epoch in range(self.cfg.epochs):
            for i in range(0, len(batches), self.cfg.accumulate):
                chunks = batches[i:i + self.cfg.accumulate]
                self.opt.zero_grad(set_to_none=True)
                self.backward_chunks(chunks)
                self.clip_()
                self.opt.step()
                self.sched.step()
                self.global_step += 1

    def state(self):
        buf = io.BytesIO()
        torch.save({"model": self.model.state_dict(), "opt": self.opt.state_dict(), "step": self.global_step}, buf)
        return buf.getvalue()


torch.manual_seed(109)
ids = torch.randint(0, 7, (30, 3))
labels = ids.sum(1) % 7
batches = list(zip(ids.split(5), labels.split(5)))
trainer = Trainer(TinyModel(), TrainConfig())
trainer.fit(batches)
print("steps", trainer.global_step, "saved", len(trainer.state()) > 1000)
