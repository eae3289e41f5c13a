import torch
import torch.nn as nn

torch.manual_seed(1527)
dense = nn.Linear(4, 3)
word_embeddings = nn.Embedding(6, 3)
ori_pred, tgt, lambda_1, lambda_2 = 2, 5, 1.0, 0.5

ori_emb = word_embeddings.weight[ori_pred].detach()
tgt_emb = word_embeddings.weight[tgt].detach()
with torch.no_grad():
    for pos in (0, 3):
        dense.weight[:, pos] -= ori_emb * lambda_1
        dense.weight[:, pos] += tgt_emb * lambda_2

hidden = torch.randn(2, 4)
loss = -torch.log_softmax(dense(hidden) @ word_embeddings.weight.t(), dim=-1)[:, tgt].mean()
loss.backward()
