import torch
import torch.nn as nn

torch.manual_seed(649)
encoder = nn.Linear(3, 2)
support = torch.randn(3, 4, 3)
queries = torch.randn(2, 5, 3)
labels = torch.randint(0, 3, (2, 5))


def class_means(support):
    return torch.tanh(encoder(support)).mean(dim=1)


def episode_loss(query, label, means):
    dist = torch.cdist(torch.tanh(encoder(query)), means)
    return nn.functional.cross_entropy(-dist, label)


for query, label in zip(queries, labels):
    means = class_means(support)
    loss = episode_loss(query, label, means)
    loss.backward()
print(encoder.weight.grad)
