import torch
import torch.nn as nn
from dataclasses import dataclass


@dataclass
class Config:
    accumulation: int = 3
    max_norm: float = 0.5
    lr: float = 0.1


torch.manual_seed(3119)
cfg = Config()
model = nn.Linear(3, 1)
opt = torch.optim.SGD(model.parameters(), lr=cfg.lr)
micro = [(torch.randn(2, 3), 5 * torch.randn(2, 1)) for _ in range(cfg.accumulation)]

opt.zero_grad()
for i, (x, y) in enumerate(micro):
    loss = nn.functional.mse_loss(model(x), y) / cfg.accumulation
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), cfg.max_norm)
    if (i + 1) % cfg.accumulation == 0:
        opt.step()
