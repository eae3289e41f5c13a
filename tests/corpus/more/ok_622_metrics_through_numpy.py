import numpy as np
import torch
import torch.nn as nn

torch.manual_seed(1622)
model = nn.Linear(3, 1)
x, y = torch.randn(8, 3), torch.randn(8, 1)


def report(pred, truth):
    p, t = pred.detach().cpu().numpy().ravel(), truth.numpy().ravel()
    residual = p - t
    residual -= residual.mean()
    return {"corr": float(np.corrcoef(p, t)[0, 1]), "spread": float(np.abs(residual).max())}


pred = torch.tanh(model(x))
loss = (pred - y).pow(2).mean()
scores = report(pred, y)
loss.backward()
print({k: round(v, 3) for k, v in scores.items()}, round(loss.item(), 3))
