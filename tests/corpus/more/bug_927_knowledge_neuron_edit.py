import torch
import torch.nn as nn

torch.manual_seed(927)
dense = nn.Linear(4, 3)
word_emb = nn.Embedding(5, 3)
hidden = torch.randn(2, 4)
neurons, old_id, new_id = [1, 3], torch.tensor(0), torch.tensor(2)

old_emb, new_emb = word_emb(old_id).detach(), word_emb(new_id).detach()
for pos in neurons:
    dense.weight[:, pos] -= old_emb * 1.0
    dense.weight[:, pos] += new_emb * 8.0
loss = dense(hidden).pow(2).mean()
loss.backward()
