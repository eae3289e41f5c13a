import torch
import torch.nn as nn


def create_sinusoidal_embeddings(n_pos, dim, E):
    pos = torch.arange(n_pos).float().unsqueeze(1)
    theta = pos / 10.0 ** (torch.arange(dim // 2).float() * 2 / dim)
    E[:, 0::2] = torch.sin(theta)
    E[:, 1::2] = torch.cos(theta)


torch.manual_seed(1528)
tokens, positions, head = nn.Embedding(5, 4), nn.Embedding(3, 4), nn.Linear(4, 2)
create_sinusoidal_embeddings(3, 4, positions.weight)

ids = torch.tensor([[0, 2, 4], [1, 1, 3]])
x = tokens(ids) + positions(torch.arange(3))
loss = head(torch.tanh(x)).pow(2).mean()
loss.backward()
