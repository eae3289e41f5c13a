import torch
import torch.nn as nn


class TreeEncoder(nn.Module):
    def __init__(self, vocab, dim):
        super().__init__()
        self.words = nn.Embedding(vocab, dim)
        self.compose = nn.Linear(2 * dim, dim)
        self.gate = nn.Linear(dim, dim)

    def forward(self, leaves, merges):
        table = torch.zeros(len(leaves) + len(merges), self.words.embedding_dim)
        table[: len(leaves)] = self.words(leaves)
        for node, (left, right) in enumerate(merges, start=len(leaves)):
            pair = torch.cat([table[left], table[right]])
            skip = torch.sigmoid(self.gate(table[left]))
            table[node] = skip * torch.tanh(self.compose(pair))
        return table[-1]


torch.manual_seed(1114)
enc = TreeEncoder(7, 3)
root = enc(torch.tensor([2, 5, 1, 6]), [(0, 1), (4, 2), (5, 3)])
loss = root.pow(2).sum()
loss.backward()
