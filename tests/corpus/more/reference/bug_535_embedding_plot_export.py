import numpy as np
import torch
import torch.nn as nn


class TiedLM(nn.Module):
    def __init__(self, vocab=6, dim=2):
        super().__init__()
        self.emb = nn.Embedding(vocab, dim)
        self.mix = nn.Linear(dim, dim)

    def forward(self, ids):
        return torch.tanh(self.mix(self.emb(ids))) @ self.emb.weight.T


def unit_vectors(weight):
    table = weight.detach().cpu().numpy().copy()
    table /= np.linalg.norm(table, axis=1, keepdims=True)
    return table


torch.manual_seed(58)
lm = TiedLM()
ids, nxt = torch.tensor([0, 3, 5, 1]), torch.tensor([3, 5, 1, 2])
loss = nn.functional.cross_entropy(lm(ids), nxt)
points = unit_vectors(lm.emb.weight)
loss.backward()
print(points.shape)
