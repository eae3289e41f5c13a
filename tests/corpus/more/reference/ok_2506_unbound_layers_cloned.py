import torch
import torch.nn as nn


def reset_finished(states, done):
    kept = []
    for h in states.unbind(0):
        h = h.masked_fill(done[:, None], 0.0)
        kept.append(h * 0.9)
    return torch.stack(kept)


torch.manual_seed(2555)
lstm = nn.GRU(2, 3, num_layers=2)
episode = torch.randn(2, 4, 2, 2)
done = torch.tensor([False, True])

hidden = torch.zeros(2, 2, 3)
loss = 0.0
for segment in episode:
    out, hidden = lstm(segment, hidden)
    hidden = reset_finished(hidden, done)
    loss = loss + out.pow(2).mean()
loss = loss + hidden.pow(2).mean()
loss.backward()
