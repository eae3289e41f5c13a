import torch
import torch.nn as nn

PAD, DIM = 0, 4


def padded_rows(hidden, lengths):
    with torch.no_grad():
        rows = [hidden[i, n:] for i, n in enumerate(lengths)]
    return rows


def clear_padding(hidden, lengths):
    for row in padded_rows(hidden, lengths):
        row.zero_()
    return hidden


torch.manual_seed(23)
embedding = nn.Embedding(9, DIM, padding_idx=PAD)
encoder = nn.Linear(DIM, DIM)
classifier = nn.Linear(DIM, 3)
tokens = torch.tensor([[3, 5, 1, PAD], [2, 7, PAD, PAD], [4, 4, 8, 6]])
lengths = (tokens != PAD).sum(dim=1)

hidden = encoder(embedding(tokens)) * (tokens != PAD).unsqueeze(2)
pooled = hidden.sum(1) / lengths.unsqueeze(1)
logp = torch.log_softmax(classifier(torch.tanh(pooled)), 1)
(-logp[torch.arange(3), torch.tensor([0, 2, 1])].mean()).backward()
