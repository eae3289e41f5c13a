import numpy as np
import torch
import torch.nn as nn

torch.manual_seed(1215)
front = nn.Conv1d(1, 3, 4, stride=2)
head = nn.Linear(3, 2)
wave, label = torch.randn(2, 1, 12), torch.tensor([0, 1])

spec = torch.exp(front(wave))
preview = np.array(spec.detach())
preview -= preview.min()
preview /= preview.max()
logits = head(spec.mean(dim=-1))
loss = nn.functional.cross_entropy(logits, label)
loss.backward()
print("preview", preview.shape, round(float(preview.mean()), 4))
