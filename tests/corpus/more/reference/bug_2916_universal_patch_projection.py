import torch
import torch.nn as nn

torch.manual_seed(1316)
victim = nn.Sequential(nn.Flatten(), nn.Linear(12, 3)).requires_grad_(False)
images, labels = torch.rand(4, 3, 2, 2), torch.tensor([0, 2, 1, 0])
EPS = 8 / 255


def project(t, eps=EPS):
    t.clamp_(-eps, eps)
    return t


delta = torch.zeros(3, 2, 2, requires_grad=True)
optimizer = torch.optim.SGD([delta], lr=0.5)
for step in range(2):
    optimizer.zero_grad()
    logits = victim((images + delta).clamp(0, 1))
    loss = -nn.functional.cross_entropy(logits, labels)
    loss.backward()
    optimizer.step()
    with torch.no_grad():
        project(delta)
print("largest entry", delta.abs().max().item())
