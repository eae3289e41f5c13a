import torch
import torch.nn as nn


def pad(episodes, length):
    out = torch.zeros(len(episodes), length, episodes[0].shape[-1])
    for i, ep in enumerate(episodes):
        out[i, :len(ep)] = ep
        out[i, len(ep):] = ep[-1]
    return out


torch.manual_seed(1705)
enc, head = nn.Linear(2, 3), nn.Linear(3, 1)
episodes = [torch.tanh(enc(torch.randn(n, 2))) for n in (2, 4, 3)]
batch = pad(episodes, 4)
loss = head(batch).pow(2).mean()
loss.backward()
