import torch
import torch.nn as nn


class DINOLoss(nn.Module):
    def __init__(self, dim, momentum=0.9):
        super().__init__()
        self.momentum = momentum
        self.register_buffer("center", torch.zeros(1, dim))

    def forward(self, student, teacher):
        target = torch.softmax((teacher - self.center) / 0.1, dim=-1)
        loss = -(target * torch.log_softmax(student / 0.2 - self.center, dim=-1)).sum(-1).mean()
        self.update_center(teacher)
        return loss

    @torch.no_grad()
    def update_center(self, teacher):
        self.center.mul_(self.momentum).add_(teacher.mean(0, keepdim=True), alpha=1 - self.momentum)


torch.manual_seed(2803)
student, teacher = nn.Linear(3, 4), nn.Linear(3, 4).requires_grad_(False)
criterion = DINOLoss(4)
crops = torch.randn(2, 5, 3)
loss = criterion(student(crops[0]), teacher(crops[1])) + criterion(student(crops[1]), teacher(crops[0]))
loss.backward()
