import torch
import torch.nn as nn

torch.manual_seed(1438)
score = nn.Linear(4, 1)
history = torch.randn(2, 5, 4)
pad = torch.tensor([[False, False, False, True, True], [False, False, False, False, True]])


def pool(x, pad):
    w = score(x).squeeze(2)
    w = w.masked_fill(pad, -1e9)
    w = torch.softmax(w, dim=1)
    return (w.unsqueeze(2) * x).sum(1)


target = torch.randn(2, 4)
loss = (pool(history, pad) - target).pow(2).mean()
loss.backward()
