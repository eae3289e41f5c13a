import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(309)
critic = nn.Sequential(nn.Linear(2, 6), nn.Softplus(), nn.Linear(6, 3))


def joint_energy(x):
    logits = critic(x)
    energy = -torch.logsumexp(logits, dim=1)
    logits.sub_(logits.mean(dim=1, keepdim=True))
    return logits, energy


def langevin(x, steps=2, eps=0.1):
    for _ in range(steps):
        x = x + eps * torch.randn_like(x)
    return x


data, labels = torch.randn(4, 2), torch.tensor([0, 2, 1, 0])
negatives = langevin(data)

logits, e_data = joint_energy(data)
_, e_neg = joint_energy(negatives)
clf = F.cross_entropy(logits, labels)
ebm = e_data.mean() - e_neg.mean()
loss = clf + 0.5 * ebm + 0.01 * (e_data.pow(2) + e_neg.pow(2)).mean()
loss.backward()
