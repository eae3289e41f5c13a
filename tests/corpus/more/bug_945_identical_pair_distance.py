import torch
import torch.nn as nn
import torch.nn.functional as F


def euclidean_distance(a, b):
    return (a - b).square().sum(dim=-1).sqrt()


torch.manual_seed(945)
embed = nn.EmbeddingBag(8, 3)
anchor = embed(torch.tensor([[1, 2], [3, 4]]))
positive = embed(torch.tensor([[1, 2], [4, 5]]))
negative = embed(torch.tensor([[6, 7], [0, 2]]))
margin = euclidean_distance(anchor, positive) - euclidean_distance(anchor, negative)
loss = F.relu(margin + 5.0).mean()
loss.backward()
