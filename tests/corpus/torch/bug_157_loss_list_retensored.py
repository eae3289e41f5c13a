import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(5)
student, teacher = nn.Linear(4, 3), nn.Linear(4, 3)
opt = torch.optim.Adam(student.parameters(), lr=1e-3)


def distill(s, t, temps):
    losses = []
    for T in temps:
        soft = F.softmax(t / T, dim=1)
        losses.append(F.kl_div(F.log_softmax(s / T, dim=1), soft, reduction="batchmean") * T * T)
    return torch.tensor(losses, requires_grad=True).mean()


for step in range(2):
    x = torch.randn(5, 4)
    with torch.no_grad():
        t_logits = teacher(x)
    loss = distill(student(x), t_logits, temps=(1.0, 2.0, 4.0))
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(step, round(loss.item(), 4))
