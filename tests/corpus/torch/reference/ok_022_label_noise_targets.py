import torch
import torch.nn as nn

torch.manual_seed(309)
clf = nn.Linear(3, 4)
x = torch.randn(6, 3)
labels = torch.randint(0, 4, (6,))
flip = torch.tensor([True, False, False, True, False, False])

labels = torch.where(flip, (labels + 1) % 4, labels)
onehot = torch.zeros(6, 4)
onehot = nn.functional.one_hot(labels, 4).float()
loss = -(onehot * clf(x).log_softmax(1)).sum(1).mean()
loss.backward()
