import torch
import torch.nn as nn
import torch.nn.functional as F


class Consolidator:
    def __init__(self, model, decay=0.5):
        self.model, self.decay = model, decay
        self.anchor = {n: p.detach().clone() + 0.3 for n, p in model.named_parameters()}
        self.importance = {n: torch.rand_like(p) for n, p in model.named_parameters()}

    def penalty(self):
        terms = [(self.importance[n] * (p - self.anchor[n]) ** 2).sum() for n, p in self.model.named_parameters()]
        return torch.stack(terms).sum()

    def refresh(self, x, y):
        score = F.cross_entropy(self.model(x), y)
        for n, g in zip(self.importance, torch.autograd.grad(score, self.model.parameters())):
            self.importance[n].mul_(self.decay).addcmul_(g, g, value=1 - self.decay)


torch.manual_seed(2105)
model = nn.Linear(3, 2)
guard = Consolidator(model)
x, y = torch.randn(6, 3), torch.randint(0, 2, (6,))

loss = F.cross_entropy(model(x), y) + guard.penalty()
guard.refresh(x, y)
loss.backward()
