import torch
import torch.nn as nn
import torch.nn.functional as F

N_WAY, DIM = 3, 4


def prototypes(features, labels):
    sums = [torch.zeros(DIM)] * N_WAY
    counts = [0] * N_WAY
    for f, y in zip(features, labels.tolist()):
        sums[y] += f
        counts[y] += 1
    return torch.stack([s / n for s, n in zip(sums, counts)])


torch.manual_seed(2)
encoder = nn.Sequential(nn.Linear(5, 6), nn.ReLU(), nn.Linear(6, DIM))
support_x, support_y = torch.randn(6, 5), torch.tensor([0, 1, 2, 0, 1, 2])
query_x, query_y = torch.randn(3, 5), torch.tensor([0, 1, 2])

protos = prototypes(encoder(support_x), support_y)
dist = ((encoder(query_x)[:, None] - protos[None]) ** 2).sum(-1)
loss = F.cross_entropy(-dist, query_y)
loss.backward()
print(f"loss {loss.item():.4f}")
