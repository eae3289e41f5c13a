import torch
import torch.nn as nn


class DistillLoss(nn.Module):
    def __init__(self, beta):
        super().__init__()
        self.beta = beta

    def forward(self, student_logits, teacher_logits, labels, mask):
        s_logp = torch.log_softmax(student_logits, dim=-1)
        nll = -s_logp.gather(1, labels[:, None]).squeeze(1)
        s_logp = s_logp.mul(mask[:, None])
        t_logp = torch.log_softmax(teacher_logits, dim=-1)
        kl = (t_logp.exp() * (t_logp - s_logp)).sum(-1)
        return ((nll + self.beta * kl) * mask).sum() / mask.sum()


torch.manual_seed(1225)
student, teacher = nn.Linear(3, 5), nn.Linear(3, 5)
hidden, labels = torch.randn(4, 3), torch.tensor([0, 2, 4, 1])
mask = torch.tensor([1.0, 1.0, 0.0, 1.0])
with torch.no_grad():
    teacher_logits = teacher(hidden)
loss = DistillLoss(0.5)(student(hidden), teacher_logits, labels, mask)
loss.backward()
