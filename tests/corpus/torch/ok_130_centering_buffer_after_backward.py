import torch
import torch.nn as nn
import torch.nn.functional as F


class DinoLoss(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.register_buffer("center", torch.zeros(dim))

    def forward(self, s, t):
        target = F.softmax((t - self.center) / 0.1, dim=1).detach()
        loss = -(target * F.log_softmax(s, dim=1)).sum(1).mean()
        self.update(t)
        return loss

    @torch.no_grad()
    def update(self, t):
        self.center.mul_(0.9).add_(t.mean(0), alpha=0.1)


torch.manual_seed(415)
student, teacher = nn.Linear(3, 4), nn.Linear(3, 4)
crit = DinoLoss(4)
crops = torch.randn(2, 5, 3)
loss = sum(crit(student(a), teacher(b)) for a, b in ((crops[0], crops[1]), (crops[1], crops[0])))
loss.backward()
with torch.no_grad():
    for pt, ps in zip(teacher.parameters(), student.parameters()):
        pt.lerp_(ps, 0.01)
