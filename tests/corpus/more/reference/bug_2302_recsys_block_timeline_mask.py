import torch
import torch.nn as nn


class SeqEncoder(nn.Module):
    def __init__(self, n_items, dim, depth=2):
        super().__init__()
        self.item_emb = nn.Embedding(n_items, dim)
        self.norms = nn.ModuleList(nn.LayerNorm(dim) for _ in range(depth))
        self.mixers = nn.ModuleList(nn.Linear(dim, dim) for _ in range(depth))

    def forward(self, seq):
        keep = (seq != 0).unsqueeze(-1)
        h = self.item_emb(seq) * 1.5
        for norm, mixer in zip(self.norms, self.mixers):
            query = norm(h)
            h = h * keep
            h = h + torch.relu(mixer(query))
        return h[:, -1]


torch.manual_seed(1102)
model = SeqEncoder(6, 4)
batch = torch.tensor([[0, 2, 5], [3, 1, 4]])
scores = model(batch) @ model.item_emb.weight.T
loss = nn.functional.cross_entropy(scores, torch.tensor([1, 2]))
loss.backward()
