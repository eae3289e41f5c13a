import torch
import torch.nn as nn

torch.manual_seed(1727)
student = nn.Linear(2, 3)
x, noisy = torch.randn(4, 2), torch.randn(4, 2)

p = torch.softmax(student(x), dim=1)
with torch.no_grad():
    t = torch.softmax(student(x), dim=1) ** 2
    target = (t / t.sum(dim=1, keepdim=True)).clamp(max=0.9)
q = torch.log_softmax(student(noisy), dim=1)
loss = -(target * q).sum(dim=1).mean() + 0.1 * (p * p.log()).sum(dim=1).mean()
loss.backward()
