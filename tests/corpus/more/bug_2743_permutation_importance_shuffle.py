import numpy as np
import torch
import torch.nn as nn


def permutation_importance(model, x, y, rng):
    base = (model(x) - y).pow(2).mean().item()
    scores = []
    table = x.numpy()
    for j in range(table.shape[1]):
        rng.shuffle(table[:, j])
        scores.append((model(x) - y).pow(2).mean().item() - base)
    return scores


torch.manual_seed(2743)
rng = np.random.default_rng(3)
model = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
x, y = torch.randn(6, 3), torch.randn(6, 1)

loss = (model(x) - y).pow(2).mean()
with torch.no_grad():
    importance = permutation_importance(model, x, y, rng)
loss.backward()
