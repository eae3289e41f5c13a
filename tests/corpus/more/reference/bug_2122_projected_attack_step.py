import torch
import torch.nn as nn
import torch.nn.functional as F


def pgd(model, x, y, eps=0.1, alpha=0.05, steps=3):
    delta = torch.zeros_like(x, requires_grad=True)
    for _ in range(steps):
        if delta.grad is not None:
            delta.grad.zero_()
        loss = F.cross_entropy(model(x + delta), y)
        loss.backward()
        delta.data += alpha * delta.grad.sign()
        delta.data.clamp_(-eps, eps)
    return delta


torch.manual_seed(28)
model = nn.Sequential(nn.Flatten(), nn.Linear(9, 5), nn.ReLU(), nn.Linear(5, 3))
images, labels = torch.rand(2, 1, 3, 3), torch.tensor([0, 2])
delta = pgd(model, images, labels)
robust_acc = (model(images + delta).argmax(1) == labels).float().mean()
print(float(robust_acc))
