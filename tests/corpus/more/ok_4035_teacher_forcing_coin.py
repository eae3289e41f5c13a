import random

import torch
import torch.nn as nn
import torch.nn.functional as F

random.seed(5)
torch.manual_seed(45)
emb, cell, out = nn.Embedding(5, 3), nn.GRUCell(3, 4), nn.Linear(4, 5)
target = torch.tensor([2, 4, 1, 3, 0])

h, token = torch.zeros(1, 4), torch.tensor([0])
loss, forced = 0.0, 0
for t in range(len(target)):
    h = cell(emb(token), h)
    logits = out(h)
    loss = loss + F.cross_entropy(logits, target[t:t + 1])
    if random.random() < 0.5:
        token, forced = target[t:t + 1], forced + 1
    else:
        token = logits.topk(1).indices.squeeze(1).detach()
loss = loss / len(target)
loss.backward()
print("forced", forced)
