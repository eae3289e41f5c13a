import numpy as np
import torch
import torch.nn as nn

torch.manual_seed(428)
clf = nn.Linear(3, 3)


class Recorder:
    def __init__(self, n):
        self.matrix = np.zeros((n, n), dtype=int)

    def update(self, probs, y):
        p = probs.detach().clone().numpy().astype(np.float64)
        p[p < 0.2] = 0.0
        p /= p.sum(axis=1, keepdims=True)
        np.add.at(self.matrix, (y.numpy(), p.argmax(1)), 1)


rec = Recorder(3)
x, y = torch.randn(6, 3), torch.tensor([0, 1, 2, 2, 1, 0])
probs = torch.softmax(clf(x), dim=1)
loss = -torch.log(probs[torch.arange(6), y]).mean()
rec.update(probs, y)
loss.backward()
print(rec.matrix)
