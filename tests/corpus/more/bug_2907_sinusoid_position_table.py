import math
import torch
import torch.nn as nn


class PositionalEncoding(nn.Module):
    def __init__(self, d_model, max_len):
        super().__init__()
        self.pe = nn.Parameter(torch.zeros(max_len, d_model))
        position = torch.arange(max_len).unsqueeze(1)
        div_term = torch.exp(torch.arange(0, d_model, 2) * (-math.log(10000.0) / d_model))
        self.pe[:, 0::2] = torch.sin(position * div_term)
        self.pe[:, 1::2] = torch.cos(position * div_term)

    def forward(self, x):
        return x + self.pe[:x.size(1)]


class Classifier(nn.Module):
    def __init__(self, vocab=10, d_model=4, max_len=8):
        super().__init__()
        self.emb = nn.Embedding(vocab, d_model)
        self.pos = PositionalEncoding(d_model, max_len)
        self.head = nn.Linear(d_model, 2)

    def forward(self, tokens):
        return self.head(torch.tanh(self.pos(self.emb(tokens))).mean(dim=1))


torch.manual_seed(7)
model = Classifier()
tokens, labels = torch.randint(0, 10, (3, 5)), torch.tensor([0, 1, 1])
loss = nn.functional.cross_entropy(model(tokens), labels)
loss.backward()
