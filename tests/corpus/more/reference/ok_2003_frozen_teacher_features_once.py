import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(2203)
teacher = nn.Sequential(nn.Linear(3, 6), nn.ReLU(), nn.Linear(6, 4))
student = nn.Linear(3, 4)
opt = torch.optim.SGD(student.parameters(), lr=0.2)
batches = [torch.randn(5, 3) for _ in range(2)]

for epoch in range(3):
    for i, x in enumerate(batches):
        opt.zero_grad()
        target = F.softmax(teacher(x) / 2.0, dim=1).detach()
        logp = F.log_softmax(student(x) / 2.0, dim=1)
        loss = F.kl_div(logp, target, reduction="batchmean") * 4.0
        loss.backward()
        opt.step()
