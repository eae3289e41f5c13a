import torch
import torch.nn as nn


def tours(decoder, cities, starts):
    visited = torch.zeros(len(starts), len(cities), dtype=torch.bool)
    here, logp = starts, torch.zeros(len(starts))
    rows = torch.arange(len(starts))
    visited[rows, here] = True
    for _ in range(len(cities) - 1):
        scores = decoder(cities[here]) @ cities.T
        scores = scores.masked_fill(visited.clone(), float("-inf"))
        here = scores.argmax(1)
        logp += scores.log_softmax(1)[rows, here]
        visited[rows, here] = True
    return logp


torch.manual_seed(83)
decoder = nn.Linear(2, 2, bias=False)
cities = torch.rand(4, 2)
logp = tours(decoder, cities, torch.tensor([0, 2]))
loss = -(logp * torch.tensor([0.4, -0.9])).mean()
loss.backward()
