import torch
import torch.nn as nn


class GradualPruner:
    def __init__(self, model, schedule):
        self.model, self.schedule, self.t = model, schedule, 0

    def step(self):
        q = self.schedule[self.t]
        self.t += 1
        for p in self.model.parameters():
            if p.dim() > 1:
                cut = torch.quantile(p.detach().abs(), q)
                p.data.mul_(p.detach().abs() >= cut)


torch.manual_seed(73)
model = nn.Sequential(nn.Linear(4, 6), nn.Tanh(), nn.Linear(6, 2))
opt = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
pruner = GradualPruner(model, [0.5, 0.7])
x, y = torch.randn(8, 4), torch.randint(0, 2, (8,))

out = model(x)
loss = nn.functional.cross_entropy(out, y)
opt.zero_grad()
loss.backward()
pruner.step()
