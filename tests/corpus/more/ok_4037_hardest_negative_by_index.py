import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(47)
emb = nn.Embedding(6, 3)
label = torch.tensor([0, 0, 1, 1, 2, 2])

z = F.normalize(emb.weight, dim=1)
dist = 2 - 2 * z @ z.t()
same = label[:, None] == label[None, :]
same.fill_diagonal_(False)
with torch.no_grad():
    far = dist.masked_fill(label[:, None] == label[None, :], float("inf"))
    neg = far.argmin(1)
pos = same.float().argmax(1)
rows = torch.arange(6)
loss = F.relu(dist[rows, pos] - dist[rows, neg] + 0.5).mean()
loss.backward()
print("negatives", neg.tolist())
