import torch
import torch.nn as nn


class TinyLM(nn.Module):
    def __init__(self, vocab, dim):
        super().__init__()
        self.wte = nn.Embedding(vocab, dim)
        self.head = nn.Linear(dim, dim)

    def resize_token_embeddings(self, vocab):
        old = self.wte
        self.wte = nn.Embedding(vocab, old.embedding_dim)
        with torch.no_grad():
            self.wte.weight[:old.num_embeddings] = old.weight

    def forward(self, ids):
        return torch.tanh(self.head(self.wte(ids))) @ self.wte.weight.t()


torch.manual_seed(1231)
model = TinyLM(5, 3)
model.resize_token_embeddings(7)
opt = torch.optim.AdamW(model.parameters(), lr=1e-3)
ids = torch.tensor([0, 5, 2, 6])
loss = nn.functional.cross_entropy(model(ids[:-1]), ids[1:])
opt.zero_grad()
loss.backward()
opt.step()
