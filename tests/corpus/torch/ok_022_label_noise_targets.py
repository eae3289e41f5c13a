import torch
import torch.nn as nn

torch.manual_seed(309)
clf = nn.Linear(3, 4)
x = torch.randn(6, 3)
labels = torch.randint(0, 4, (6,))
flip = torch.tensor([True, False, False, True, False, False])

labels[flip] = (labels[flip] + 1) % 4
onehot = torch.zeros(6, 4)
onehot.scatter_(1, labels[:, None], 1.0)
loss = -(onehot * clf(x).log_softmax(1)).sum(1).mean()
loss.backward()
