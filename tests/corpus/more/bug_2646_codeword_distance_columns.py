import torch
import torch.nn as nn


def distance_table(query, codebook, books):
    words, dim = codebook.shape
    sub = dim // books
    table = torch.zeros(words, books)
    columns = table.split(1, dim=1)
    q_parts = query.split(sub)
    c_parts = codebook.split(sub, dim=1)
    for b in range(books):
        for k in range(words):
            columns[b][k] = (q_parts[b] - c_parts[b][k]).pow(2).sum()
    return table


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
