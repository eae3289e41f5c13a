import torch
import torch.nn as nn

torch.manual_seed(1)
PAD = 0
emb = nn.Embedding(6, 3)
with torch.no_grad():
    emb.weight[PAD] = torch.zeros(3)
head = nn.Linear(3, 2)

tokens = torch.tensor([[0, 1, 2], [3, 4, 0]])
logits = head(emb(tokens).mean(1))
loss = nn.functional.cross_entropy(logits, torch.tensor([0, 1]))
loss.backward()
