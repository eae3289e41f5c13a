import numpy as np
import torch
import torch.nn as nn


def create_sinusoidal_embeddings(n_pos, dim, table):
    theta = np.array([[p / np.power(10000, 2 * (j // 2) / dim) for j in range(dim)] for p in range(n_pos)])
    table[:, 0::2] = torch.FloatTensor(np.sin(theta[:, 0::2]))
    table[:, 1::2] = torch.FloatTensor(np.cos(theta[:, 1::2]))


torch.manual_seed(929)
words = nn.Embedding(6, 4)
positions = nn.Embedding(3, 4)
create_sinusoidal_embeddings(3, 4, positions.weight)
positions.weight.requires_grad_(False)
h = words(torch.tensor([2, 5, 1])) + positions(torch.arange(3))
loss = torch.tanh(h).pow(2).sum()
loss.backward()
