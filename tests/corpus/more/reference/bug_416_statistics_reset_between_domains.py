import torch
import torch.nn as nn

torch.manual_seed(4014)
stem = nn.Conv1d(1, 2, 3)
norm = nn.BatchNorm1d(2)
head = nn.Linear(2, 1)


def encode(x):
    return head(torch.relu(norm(stem(x))).mean(-1))


source = encode(torch.randn(4, 1, 6))

target = encode(torch.randn(4, 1, 6) * 2 + 1)
loss = (source.mean() - target.mean()).pow(2) + source.pow(2).mean()
loss.backward()
