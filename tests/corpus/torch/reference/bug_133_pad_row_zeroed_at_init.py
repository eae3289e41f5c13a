import torch
import torch.nn as nn


class Tagger(nn.Module):
    PAD = 0

    def __init__(self, vocab, dim, tags):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.out = nn.Linear(dim, tags)
        self.reset_parameters()

    def reset_parameters(self):
        nn.init.uniform_(self.embed.weight, -0.5, 0.5)
        with torch.no_grad():
            self.embed.weight[self.PAD] = 0.0

    def forward(self, ids):
        mask = (ids != self.PAD).unsqueeze(-1)
        return self.out(torch.tanh(self.embed(ids)) * mask)


torch.manual_seed(29)
tagger = Tagger(6, 2, 3)
ids = torch.tensor([[1, 4, 2, 0], [5, 3, 0, 0]])
gold = torch.tensor([[0, 2, 1, 0], [1, 1, 0, 0]])
loss = nn.functional.cross_entropy(tagger(ids).flatten(0, 1), gold.flatten(), ignore_index=0)
loss.backward()
