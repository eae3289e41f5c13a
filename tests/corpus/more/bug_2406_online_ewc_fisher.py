import torch
import torch.nn as nn


class OnlineEWC:
    def __init__(self, model, gamma=0.9, strength=1.0):
        self.gamma, self.strength = gamma, strength
        self.anchor = {n: p.detach() + 0.1 for n, p in model.named_parameters()}
        self.fisher = {n: torch.rand_like(p) for n, p in model.named_parameters()}

    def penalty(self, model):
        total = 0.0
        for n, p in model.named_parameters():
            total = total + (self.fisher[n] * (p - self.anchor[n]) ** 2).sum()
        return self.strength * total

    def observe(self, grads):
        for n, g in grads.items():
            self.fisher[n].mul_(self.gamma).add_((1 - self.gamma) * g ** 2)


torch.manual_seed(9)
model = nn.Linear(3, 2)
ewc = OnlineEWC(model)
x, y = torch.randn(6, 3), torch.randint(0, 2, (6,))

task = nn.functional.cross_entropy(model(x), y)
loss = task + ewc.penalty(model)
names, params = zip(*model.named_parameters())
ewc.observe(dict(zip(names, torch.autograd.grad(task, params, retain_graph=True))))
loss.backward()
