import numpy as np
import torch
import torch.nn as nn

rng = np.random.default_rng(5)
table = rng.normal(size=(6, 3)).astype(np.float32)
labels = torch.from_numpy(rng.integers(0, 2, size=6))

torch.manual_seed(60)
net = nn.Linear(3, 2)


def evaluate(array):
    features = torch.from_numpy(array)
    return nn.functional.cross_entropy(net(features), labels)


def shuffled(array, column):
    rng.shuffle(array[:, column])
    return array


base = evaluate(table)
permuted = evaluate(shuffled(table, column=1))
loss = base - 0.5 * permuted
loss.backward()
print("importance", (permuted - base).item())
