import torch
import torch.nn as nn

torch.manual_seed(432)
lstm = nn.LSTM(1, 2)
out = nn.Linear(2, 1)
opt = torch.optim.SGD([*lstm.parameters(), *out.parameters()], lr=0.1)
song = torch.sin(torch.arange(13.0)).view(-1, 1, 1)


def repackage(state):
    if isinstance(state, torch.Tensor):
        return torch.tensor(state.tolist())
    return tuple(repackage(s) for s in state)


state = None
running = 0.0
for chunk, target in zip(song[:-1].split(4), song[1:].split(4)):
    if state is not None:
        state = repackage(state)
    y, state = lstm(chunk, state)
    loss = (out(y) - target).square().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    running += loss.item()
