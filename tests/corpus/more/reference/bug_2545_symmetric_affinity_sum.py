import torch
import torch.nn as nn

torch.manual_seed(2542)
embed = nn.Linear(2, 3)
points = torch.randn(4, 2)
labels = torch.tensor([0, 0, 1, 1])


def affinity(x, temperature=0.7):
    keys = embed(x)
    scores = keys @ torch.roll(keys, 1, dims=0).T / temperature
    scores = scores + scores.T
    return scores


def contrast(scores, labels):
    same = labels[:, None] == labels[None]
    off = ~torch.eye(len(labels), dtype=torch.bool)
    logp = scores.masked_fill(~off, -1e4).log_softmax(-1)
    return -logp[same & off].mean()


loss = contrast(affinity(points), labels)
loss.backward()
