import torch
import torch.nn as nn

torch.manual_seed(305)
emb = nn.Embedding(7, 3)
sequences = [torch.tensor([1, 2, 3]), torch.tensor([4, 5])]

batch = torch.zeros(len(sequences), 3, 3)
for i, seq in enumerate(sequences):
    batch[i, :len(seq)] = emb(seq)
loss = torch.tanh(batch).pow(2).mean()
loss.backward()
