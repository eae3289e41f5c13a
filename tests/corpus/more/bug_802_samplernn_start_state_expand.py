import torch
import torch.nn as nn

torch.manual_seed(802)
start = nn.Linear(2, 3)
rnn = nn.GRUCell(2, 3)
frames = torch.randn(2, 4, 2)
speaker = torch.randn(1, 2)
silent = 2

hidden = start(speaker).expand(4, 3)
hidden[silent] = 0.0
for frame in frames:
    hidden = rnn(frame, hidden)
loss = hidden.pow(2).sum()
loss.backward()
