import torch
import torch.nn as nn


class Tagger(nn.Module):
    def __init__(self, vocab=6, dim=3, tags=2, pad=0):
        super().__init__()
        self.emb = nn.Embedding(vocab, dim)
        self.out = nn.Linear(dim, tags)
        self.reset(pad)

    @torch.no_grad()
    def reset(self, pad):
        self.emb.weight.normal_(0.0, 0.5)
        self.emb.weight.copy_(self.emb.weight * (torch.arange(len(self.emb.weight)) != pad)[:, None])
        self.out.bias[:] = torch.tensor([0.3, -0.3])
        self.out.weight *= 0.5

    def forward(self, ids):
        return self.out(torch.tanh(self.emb(ids)).mean(1))


torch.manual_seed(617)
model = Tagger()
loss = nn.functional.cross_entropy(model(torch.tensor([[1, 5, 0], [2, 0, 0]])), torch.tensor([0, 1]))
loss.backward()
model.emb.weight.grad = model.emb.weight.grad * (torch.arange(6) > 0)[:, None]
