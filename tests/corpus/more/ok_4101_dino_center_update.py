import torch
import torch.nn.functional as F
from torch import nn


class DinoLoss(nn.Module):
    def __init__(self, dim, momentum=0.9, temp=0.1):
        super().__init__()
        self.momentum, self.temp = momentum, temp
        self.register_buffer("center", torch.zeros(1, dim))

    def forward(self, student_out, teacher_out):
        shifted = student_out - self.center
        target = F.softmax((teacher_out - self.center) / self.temp, dim=-1).detach()
        loss = -(target * F.log_softmax(shifted, dim=-1)).sum(-1).mean()
        self.update(teacher_out)
        return loss

    @torch.no_grad()
    def update(self, teacher_out):
        self.center.mul_(self.momentum).add_(teacher_out.mean(0, keepdim=True), alpha=1 - self.momentum)


torch.manual_seed(401)
student, teacher = nn.Linear(3, 4), nn.Linear(3, 4).requires_grad_(False)
criterion = DinoLoss(4)
x = torch.randn(5, 3)
loss = criterion(student(x), teacher(x)) + criterion(student(2 * x), teacher(x))
loss.backward()
