import copy

import torch
import torch.nn as nn

torch.manual_seed(31)
student = nn.Linear(3, 2)
teacher = copy.deepcopy(student).requires_grad_(False)
with torch.no_grad():
    teacher.weight.add_(0.1 * torch.randn(2, 3))


@torch.no_grad()
def ema(decay=0.9):
    for t, s in zip(teacher.parameters(), student.parameters()):
        t.mul_(decay).add_(s, alpha=1 - decay)


weak, strong = torch.randn(4, 3), torch.randn(4, 3)
with torch.no_grad():
    soft = teacher(weak).softmax(-1)
logp = student(strong).log_softmax(-1)
loss = -(soft * logp).sum(-1).mean()
loss.backward()
ema()
