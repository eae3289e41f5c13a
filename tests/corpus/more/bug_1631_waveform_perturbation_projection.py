import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1627)
recogniser = nn.Sequential(nn.Conv1d(1, 2, 3), nn.Tanh(), nn.Flatten(), nn.Linear(12, 3))
wave, target = torch.randn(2, 1, 8), torch.tensor([0, 2])

delta = torch.zeros(1, 1, 8, requires_grad=True)
opt = torch.optim.SGD([delta], lr=1.0)


def project(perturbation, eps=0.02):
    return perturbation.clamp_(-eps, eps)


for _ in range(2):
    opt.zero_grad()
    loss = F.cross_entropy(recogniser(wave + delta), target)
    loss.backward()
    opt.step()
    project(delta)
