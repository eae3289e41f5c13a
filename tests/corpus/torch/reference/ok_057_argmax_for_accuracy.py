import torch
import torch.nn as nn

torch.manual_seed(344)
clf = nn.Linear(3, 4)
x, y = torch.randn(8, 3), torch.randint(0, 4, (8,))
logits = clf(x)
loss = nn.functional.cross_entropy(logits, y)
loss.backward()
