import torch
import torch.nn as nn


class TinyLM(nn.Module):
    def __init__(self, vocab, dim):
        super().__init__()
        self.emb = nn.Embedding(vocab, dim)
        self.mix = nn.Linear(dim, dim)

    def resize_token_embeddings(self, new_vocab):
        old = self.emb
        self.emb = nn.Embedding(new_vocab, old.embedding_dim)
        self.emb.weight.data[: old.num_embeddings] = old.weight.data

    def forward(self, ids):
        return torch.tanh(self.mix(self.emb(ids))) @ self.emb.weight.T


torch.manual_seed(59)
model = TinyLM(6, 3)
model.resize_token_embeddings(8)
opt = torch.optim.AdamW(model.parameters(), lr=1e-2)

ids = torch.randint(0, 8, (2, 5))
logits = model(ids[:, :-1])
loss = nn.functional.cross_entropy(logits.reshape(-1, 8), ids[:, 1:].reshape(-1))
loss.backward()
opt.step()
