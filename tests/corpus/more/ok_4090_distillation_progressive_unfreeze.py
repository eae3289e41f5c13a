from dataclasses import dataclass

import torch
import torch.nn as nn
import torch.nn.functional as F


@dataclass
class Distill:
    temperature: float = 3.0
    alpha: float = 0.7
    hint: float = 0.1
    unfreeze_at: int = 1
    epochs: int = 3


class Teacher(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Sequential(nn.Linear(4, 10), nn.BatchNorm1d(10), nn.ReLU(inplace=True))
        self.head = nn.Linear(10, 3)

    def forward(self, x):
        f = self.stem(x)
        return self.head(f), f


class Student(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Linear(4, 5)
        self.head = nn.Linear(5, 3)

    def forward(self, x):
        f = torch.tanh(self.stem(x))
        return self.head(f), f


def kd_loss(student_logits, teacher_logits, t):
    p = F.softmax(teacher_logits / t, dim=1)
    logq = F.log_softmax(student_logits / t, dim=1)
    return F.kl_div(logq, p, reduction="batchmean") * t * t


def pretrain(teacher, x, y):
    opt = torch.optim.SGD(teacher.parameters(), lr=0.1)
    for _ in range(4):
        loss = F.cross_entropy(teacher(x)[0], y)
        opt.zero_grad()
        loss.backward()
        opt.step()
    teacher.zero_grad(set_to_none=True)
    return teacher.eval().requires_grad_(False)


torch.manual_seed(146)
cfg = Distill()
x = torch.randn(24, 4)
y = x[:, :3].argmax(1)
teacher = pretrain(Teacher(), x, y)
student, regressor = Student(), nn.Linear(5, 10, bias=False)
student.stem.requires_grad_(False)
opt = torch.optim.Adam([*student.head.parameters(), *regressor.parameters()], lr=0.02)
for epoch in range(cfg.epochs):
    if epoch == cfg.unfreeze_at:
        student.stem.requires_grad_(True)
        opt.add_param_group({"params": student.stem.parameters(), "lr": 0.005})
    for xb, yb in zip(x.split(8), y.split(8)):
        with torch.no_grad():
            t_logits, t_feat = teacher(xb)
        s_logits, s_feat = student(xb)
        hard = F.cross_entropy(s_logits, yb)
        soft = kd_loss(s_logits, t_logits, cfg.temperature)
        hint = F.mse_loss(regressor(s_feat), t_feat)
        loss = (1 - cfg.alpha) * hard + cfg.alpha * soft + cfg.hint * hint
        opt.zero_grad()
        loss.backward()
        opt.step()
    trained = sum(p.numel() for p in student.parameters() if p.requires_grad)
    print(f"epoch {epoch} trainable {trained} loss {loss.item():.4f} hint {hint.item():.4f}")
