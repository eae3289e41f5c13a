import numpy as np
import torch

rng = np.random.default_rng(3)
torch.manual_seed(1629)
w = torch.randn(2, requires_grad=True)
table = rng.normal(size=(6, 2)).astype("float32")


def batches(table, size):
    order = table.copy()
    rng.shuffle(order)
    for i in range(0, len(order), size):
        yield torch.tensor(order[i:i + size])
    order[:] = 0.0


total = 0.0
for x in batches(table, 3):
    total = total + torch.sin(x @ w).pow(2).sum()
total.backward()
print(table.shape)
