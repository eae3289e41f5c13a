import torch
from torch import nn, optim
from torch.optim.lr_scheduler import StepLR


class Loop:
    def __init__(self, model, accumulate):
        self.model, self.accumulate = model, accumulate
        self.opt = optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
        self.schedule = StepLR(self.opt, step_size=1, gamma=0.5)
        self.running = 0.0

    def run(self, batches):
        self.opt.zero_grad()
        for i, (x, y) in enumerate(batches, start=1):
            loss = nn.functional.mse_loss(self.model(x), y) / self.accumulate
            loss.backward()
            self.running += loss.item()
            if i % self.accumulate == 0 and i < len(batches):
                nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
                self.opt.step()
                self.opt.zero_grad(set_to_none=True)
                self.schedule.step()


torch.manual_seed(414)
model = nn.Linear(3, 1)
loop = Loop(model, accumulate=2)
loop.run([(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(6)])
