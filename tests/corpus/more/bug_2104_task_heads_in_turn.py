import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(41)
tower = nn.Sequential(nn.Linear(4, 5), nn.ReLU(), nn.Linear(5, 3), nn.Tanh())
heads = nn.ModuleDict({"click": nn.Linear(3, 1), "like": nn.Linear(3, 1), "share": nn.Linear(3, 1)})
optims = {k: torch.optim.SGD([*tower.parameters(), *h.parameters()], lr=0.05) for k, h in heads.items()}


def all_losses(x, labels):
    shared = tower(x)
    return {k: F.binary_cross_entropy_with_logits(h(shared).squeeze(1), labels[k]) for k, h in heads.items()}


users = torch.randn(6, 4)
labels = {k: (torch.rand(6) > 0.5).float() for k in heads}
losses = all_losses(users, labels)
for task, loss in losses.items():
    optims[task].zero_grad()
    loss.backward(retain_graph=True)
    optims[task].step()
print({k: round(v.item(), 3) for k, v in losses.items()})
