import numpy as np
import torch
import torch.nn as nn

torch.manual_seed(4045)
enc = nn.Linear(3, 4)
cls = nn.Linear(4, 2)
projections = []


def log_projection(hidden):
    points = hidden.detach().cpu().numpy()
    points -= points.mean(axis=0)
    u, s, vt = np.linalg.svd(points, full_matrices=False)
    projections.append(points @ vt[:2].T)


x, y = torch.randn(6, 3), torch.tensor([0, 1, 1, 0, 1, 0])
hidden = torch.tanh(enc(x))
logits = cls(hidden)
log_projection(hidden)
loss = nn.functional.cross_entropy(logits, y)
loss.backward()
