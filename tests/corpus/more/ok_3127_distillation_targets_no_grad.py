from collections import namedtuple

import torch
import torch.nn as nn
import torch.nn.functional as F

Pair = namedtuple("Pair", "student teacher")


class Distiller:
    def __init__(self, student, teacher, temperature=2.0):
        self.nets = Pair(student, teacher)
        self.temperature = temperature
        self.log = {"kd": [], "hard": []}

    @torch.no_grad()
    def targets(self, x):
        return F.softmax(self.nets.teacher(x) / self.temperature, dim=-1)

    def __call__(self, x, y):
        logits = self.nets.student(x)
        soft = F.log_softmax(logits / self.temperature, dim=-1)
        kd = F.kl_div(soft, self.targets(x), reduction="batchmean")
        hard = F.cross_entropy(logits, y)
        for name, term in (("kd", kd), ("hard", hard)):
            self.log[name].append(term.item())
        return self.temperature ** 2 * kd + hard


torch.manual_seed(3228)
student, teacher = nn.Linear(3, 4), nn.Linear(3, 4)
distil = Distiller(student, teacher.eval())
loss = distil(torch.randn(5, 3), torch.tensor([0, 3, 1, 2, 2]))
loss.backward()
