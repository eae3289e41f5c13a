import torch
import torch.nn as nn

torch.manual_seed(334)
PAD = 0
words = nn.Embedding(6, 3)
clf = nn.Linear(3, 2)
words.weight[PAD] = torch.zeros(3)

batch = torch.tensor([[4, 2, 0], [1, 0, 0]])
pooled = words(batch).sum(dim=1)
loss = nn.functional.cross_entropy(clf(pooled), torch.tensor([1, 0]))
loss.backward()
