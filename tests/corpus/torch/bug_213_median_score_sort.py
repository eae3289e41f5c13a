import torch
import torch.nn as nn


class QuantileLogger:
    def __init__(self):
        self.rows = []

    def __call__(self, tensor, **extra):
        values = tensor.detach().cpu().numpy()
        values.sort()
        n = len(values)
        self.rows.append({"median": float(values[n // 2]), "p90": float(values[int(0.9 * n)]), **extra})


torch.manual_seed(348)
scorer = nn.Linear(3, 1)
logger = QuantileLogger()
pairs = torch.randn(6, 3)
relevance = torch.tensor([1.0, 0.0, 1.0, 1.0, 0.0, 0.0])

scores = torch.sigmoid(scorer(pairs)).flatten()
margin = relevance * (1 - scores) + (1 - relevance) * scores
loss = margin.mean()
logger(scores, step=0)
loss.backward()
print(logger.rows[-1])
