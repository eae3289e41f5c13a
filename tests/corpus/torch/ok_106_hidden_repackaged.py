import torch
import torch.nn as nn

torch.manual_seed(136)
rnn = nn.LSTM(2, 2, batch_first=True)
head = nn.Linear(2, 2)
opt = torch.optim.SGD([*rnn.parameters(), *head.parameters()], lr=0.1)


def repackage(state):
    if isinstance(state, torch.Tensor):
        return state.detach()
    return tuple(repackage(s) for s in state)


state = (torch.zeros(1, 3, 2), torch.zeros(1, 3, 2))
running = 0.0
for chunk in torch.randn(3, 12, 2).split(4, dim=1):
    state = repackage(state)
    out, state = rnn(chunk[:, :-1], state)
    error = head(out) - chunk[:, 1:]
    loss = error.pow(2).mean()
    aux = 0.1 * error.abs().mean()
    opt.zero_grad()
    loss.backward(retain_graph=True)
    aux.backward()
    running += loss.item()
    opt.step()
print(round(running, 4))
