import torch
import torch.nn as nn


class SimilarityTree(nn.Module):
    def __init__(self, vocab, dim, init_emb):
        super().__init__()
        self.emb = nn.Embedding(vocab, dim)
        self.emb.weight.data.copy_(init_emb)
        self.wh = nn.Linear(dim, 1)

    def forward(self, left, right):
        diff = self.emb(left).mean(0) - self.emb(right).mean(0)
        return self.wh(diff.abs())


torch.manual_seed(830)
glove = torch.randn(5, 2)
model = SimilarityTree(5, 2, glove)
loss = model(torch.tensor([0, 2]), torch.tensor([4, 1, 1])).pow(2).sum()
loss.backward()
