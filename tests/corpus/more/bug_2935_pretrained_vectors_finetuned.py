import torch
import torch.nn as nn


class Tagger(nn.Module):
    def __init__(self, vectors, n_tags):
        super().__init__()
        self.emb = nn.Embedding.from_pretrained(vectors, padding_idx=0)
        self.out = nn.Linear(vectors.size(1), n_tags)

    def forward(self, ids):
        return self.out(self.emb(ids))


torch.manual_seed(1335)
glove = torch.randn(6, 3)
tagger = Tagger(glove, n_tags=2)
optimizer = torch.optim.Adam([
    {"params": tagger.emb.parameters(), "lr": 1e-4},
    {"params": tagger.out.parameters(), "lr": 1e-2},
])
ids, tags = torch.tensor([[1, 4, 0], [2, 5, 3]]), torch.tensor([[0, 1, -100], [1, 1, 0]])
loss = nn.functional.cross_entropy(tagger(ids).flatten(0, 1), tags.flatten())
loss.backward()
optimizer.step()
print("embedding gradient:", tagger.emb.weight.grad)
