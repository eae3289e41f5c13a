import torch
import torch.nn as nn

torch.manual_seed(4035)
embed = nn.Embedding(10, 3)
gru = nn.GRU(3, 4, batch_first=True)
sentences = [[1, 4, 2], [5, 3], [7, 8, 9, 6]]


def pad(sequences, dim):
    width = max(len(s) for s in sequences)
    rows = []
    for s in sequences:
        filler = torch.zeros(width - len(s), dim)
        rows.append(torch.cat([s, filler]))
    return torch.stack(rows)


vectors = [embed(torch.tensor(s)) for s in sentences]
out, last = gru(pad(vectors, 3))
loss = last.pow(2).mean()
loss.backward()
