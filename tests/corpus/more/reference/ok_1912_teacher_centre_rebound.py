import torch
import torch.nn as nn


class CentredLoss(nn.Module):
    def __init__(self, dim, momentum=0.9):
        super().__init__()
        self.momentum = momentum
        self.register_buffer("center", torch.zeros(dim))

    def forward(self, student_out, teacher_out):
        target = torch.softmax((teacher_out.detach() - self.center) / 0.04, dim=-1)
        loss = -(target * torch.log_softmax(student_out / 0.1, dim=-1)).sum(-1).mean()
        with torch.no_grad():
            self.center = self.center.clone() * self.momentum + (1 - self.momentum) * teacher_out.mean(0)
        return loss

    @torch.no_grad()
    def update(self, out):
        self.center = self.momentum * self.center + (1 - self.momentum) * out.mean(0)


torch.manual_seed(769)
student, teacher = nn.Linear(4, 3), nn.Linear(4, 3)
criterion = CentredLoss(3)
views = torch.randn(2, 5, 4)
loss = criterion(student(views[0]), teacher(views[1])) + criterion(student(views[1]), teacher(views[0]))
loss.backward()
