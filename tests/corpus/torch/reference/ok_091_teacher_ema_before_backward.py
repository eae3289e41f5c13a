import copy
import torch
import torch.nn as nn


class SelfDistill:
    def __init__(self, student, decay):
        self.student = student
        self.teacher = copy.deepcopy(student).requires_grad_(False)
        self.decay = decay

    @torch.no_grad()
    def move(self):
        for t, s in zip(self.teacher.parameters(), self.student.parameters()):
            t.data = t * self.decay + s * (1 - self.decay)

    def loss(self, a, b):
        with torch.no_grad():
            goal = self.teacher(b)
        out = (self.student(a) - goal).pow(2).mean()
        self.move()
        return out


torch.manual_seed(121)
student = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
byol = SelfDistill(student, 0.9)
x = torch.randn(5, 3)
losses = [byol.loss(x + 0.1 * torch.randn_like(x), x) for _ in range(3)]
loss = torch.stack(losses).sum()
loss.backward()
