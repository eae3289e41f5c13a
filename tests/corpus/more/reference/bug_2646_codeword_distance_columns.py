import torch
import torch.nn as nn


def distance_table(query, codebook, books):
    words, dim = codebook.shape
    sub = dim // books
    q_parts = query.split(sub)
    c_parts = codebook.split(sub, dim=1)
    return torch.stack([(q - c).pow(2).sum(dim=1) for q, c in zip(q_parts, c_parts)], dim=1)


class Retriever(nn.Module):
    def __init__(self):
        super().__init__()
        self.codebook = nn.Parameter(torch.randn(3, 4))
        self.embed = nn.Linear(2, 4)

    def forward(self, x):
        return distance_table(self.embed(x), self.codebook, books=2)


torch.manual_seed(2613)
retriever = Retriever()
x = torch.randn(2)
table = retriever(x)
loss = torch.softmax(-table, dim=0).pow(2).sum()
loss.backward()
