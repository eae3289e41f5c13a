import torch
import torch.nn as nn

torch.manual_seed(1422)
lstm = nn.LSTM(2, 3, batch_first=True)
head = nn.Linear(3, 1)
params = [*lstm.parameters(), *head.parameters()]
opt = torch.optim.RMSprop(params, lr=0.01)
stream, load = torch.randn(2, 9, 2), torch.randn(2, 9, 1)
finished = torch.tensor([[False, True], [False, False], [True, False]])

state = None
for x, y, done in zip(stream.split(3, dim=1), load.split(3, dim=1), finished):
    if state is not None:
        state = tuple(s.detach() for s in state)
        for s in state:
            s[:, done] = 0.0
    out, state = lstm(x, state)
    loss = (head(out) - y).abs().mean()
    opt.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(params, 0.5)
    opt.step()
