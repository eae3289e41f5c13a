import torch
import torch.nn as nn

torch.manual_seed(605)
emb = nn.Embedding(6, 3)
sents = [torch.tensor(s) for s in ([1, 2, 5], [4], [0, 3])]


def collate(sents, table):
    width = max(len(s) for s in sents)
    out = torch.zeros(len(sents), width, table.embedding_dim)
    mask = torch.zeros(len(sents), width, dtype=torch.bool)
    for i, s in enumerate(sents):
        mask[i, :len(s)] = True
    out = torch.stack([torch.cat([table(s), torch.full((width - len(s), 3), -1.0)]) for s in sents])
    return out, mask


x, mask = collate(sents, emb)
pooled = (x * mask.unsqueeze(-1)).sum(1) / mask.sum(1, keepdim=True)
loss = torch.tanh(pooled).pow(2).sum()
loss.backward()
