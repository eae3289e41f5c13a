import torch
import torch.nn as nn
import torch.nn.functional as F


def attack(model, wav, label, eps=0.1, alpha=0.04, steps=3):
    delta = torch.zeros_like(wav, requires_grad=True)
    for step in range(steps):
        delta.grad = None
        F.cross_entropy(model(wav + delta), label).backward()
        if step < steps - 1:
            with torch.no_grad():
                delta.add_(alpha * delta.grad.sign()).clamp_(-eps, eps)
    return delta


torch.manual_seed(127)
model = nn.Sequential(nn.Conv1d(1, 2, 3), nn.Tanh(), nn.Flatten(), nn.Linear(12, 2))
wav, label = torch.randn(2, 1, 8), torch.tensor([0, 1])
delta = attack(model, wav, label)
