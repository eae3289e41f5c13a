import torch
import torch.nn as nn

torch.manual_seed(1609)
embed = nn.Embedding(6, 2)
score = nn.Linear(2, 1)
sentences = [[1, 4, 2], [5], [3, 3]]


def padded(sentences):
    longest = max(map(len, sentences))
    batch = torch.zeros(len(sentences), longest, 2)
    mask = torch.zeros(len(sentences), longest)
    for i, words in enumerate(sentences):
        batch[i, :len(words)] = torch.tanh(embed(torch.tensor(words)))
        mask[i, :len(words)] = 1.0
    return batch, mask


batch, mask = padded(sentences)
logits = score(batch).squeeze(-1) * mask
loss = logits.pow(2).sum() / mask.sum()
loss.backward()
