import copy

import torch
import torch.nn as nn


class EMA:
    def __init__(self, module, decay=0.9):
        self.shadow = copy.deepcopy(module).requires_grad_(False)
        self.decay = decay

    def __call__(self, x):
        with torch.no_grad():
            return self.shadow(x).softmax(-1)

    def update(self, module):
        for s, p in zip(self.shadow.parameters(), module.parameters()):
            s.mul_(self.decay).add_(p.detach(), alpha=1 - self.decay)


torch.manual_seed(1419)
student = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
teacher = EMA(student)
weak, strong = torch.randn(4, 3), torch.randn(4, 3)
targets = teacher(weak)
logits = student(strong)
confidence = logits.detach().clone()
confidence.sub_(confidence.amax(dim=1, keepdim=True)).exp_()
teacher.update(student)
loss = nn.functional.cross_entropy(logits, targets)
loss.backward()
print("mean confidence", round(confidence.mean().item(), 4))
