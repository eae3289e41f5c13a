import torch
import torch.nn as nn

torch.manual_seed(1428)
word_embeddings = nn.Embedding(8, 3)
dense = nn.Linear(5, 3)
ori_pred, tgt = 2, 6
neurons = [0, 3]

for pos in neurons:
    dense.weight.data[:, pos] -= 0.5 * word_embeddings.weight[ori_pred].detach()
    dense.weight.data[:, pos] += 2.0 * word_embeddings.weight[tgt].detach()

hidden = torch.relu(torch.randn(4, 5))
logits = dense(hidden) @ word_embeddings.weight.T
loss = nn.functional.cross_entropy(logits, torch.full((4,), tgt))
loss.backward()
