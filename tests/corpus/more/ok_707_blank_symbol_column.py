import torch
import torch.nn as nn

torch.manual_seed(1707)
head = nn.Linear(2, 4)
x = torch.randn(3, 2)
labels = torch.tensor([1, 3, 2])

logits = head(x)
drift = logits.mean()
logits[:, 0] = -10.0
loss = nn.functional.cross_entropy(logits, labels) + 0.1 * drift
loss.backward()
