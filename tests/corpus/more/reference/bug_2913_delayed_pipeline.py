from collections import deque

import torch
import torch.nn as nn


class DelayedTrainer:
    def __init__(self, stage, depth=1):
        self.stage = stage
        self.depth = depth
        self.in_flight = deque()
        self.opt = torch.optim.Adam(stage.parameters(), lr=1e-2)

    def submit(self, x, y):
        self.in_flight.append(nn.functional.mse_loss(self.stage(x), y))
        if len(self.in_flight) == self.depth:
            self.retire()

    def retire(self):
        self.opt.zero_grad()
        self.in_flight.popleft().backward()
        self.opt.step()

    def flush(self):
        while self.in_flight:
            self.retire()


torch.manual_seed(1313)
stage = nn.Sequential(nn.Linear(2, 3), nn.GELU(), nn.Linear(3, 1))
trainer = DelayedTrainer(stage)
for _ in range(3):
    trainer.submit(torch.randn(4, 2), torch.randn(4, 1))
trainer.flush()
