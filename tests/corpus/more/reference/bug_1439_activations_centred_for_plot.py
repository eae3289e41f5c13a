import numpy as np
import torch
import torch.nn as nn

torch.manual_seed(1439)
hidden, out = nn.Linear(2, 3), nn.Linear(3, 1)
X, y = torch.randn(6, 2), torch.randn(6, 1)

acts = torch.tanh(hidden(X))
pred = out(acts)
loss = nn.functional.mse_loss(pred, y)

arr = acts.detach().numpy().copy()
arr -= arr.mean(axis=0)
arr /= arr.std(axis=0)
counts, edges = np.histogram(arr, bins=4)

loss.backward()
print("counts", counts, "loss", loss.item())
