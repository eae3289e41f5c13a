import numpy as np
import torch
import torch.nn as nn


def f1_at(scores, labels, thr=0.5):
    s = scores.detach().numpy().copy()
    s[s < thr] = 0.0
    s[s >= thr] = 1.0
    t = labels.numpy()
    tp = np.sum(s * t)
    return 2 * tp / (np.sum(s) + np.sum(t) + 1e-9)


def brier(p, y):
    return (p - y).square().mean()


torch.manual_seed(3104)
scorer = nn.Linear(4, 1)
docs = torch.randn(6, 4)
relevant = torch.tensor([1.0, 0.0, 1.0, 1.0, 0.0, 0.0])

log = []
prob = torch.sigmoid(scorer(docs)).squeeze(1)
loss = brier(prob, relevant)
log.append({"loss": loss.item(), "f1": float(f1_at(prob, relevant))})
loss.backward()
