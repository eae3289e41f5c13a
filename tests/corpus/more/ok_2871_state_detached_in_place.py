import torch
import torch.nn as nn

torch.manual_seed(621)
rnn, head = nn.GRU(2, 3, batch_first=True), nn.Linear(3, 1)
opt = torch.optim.SGD([*rnn.parameters(), *head.parameters()], lr=0.05)
stream, target = torch.randn(2, 9, 2), torch.randn(2, 9, 1)

state, peak = None, torch.zeros(2)
for x, y in zip(stream.split(3, dim=1), target.split(3, dim=1)):
    out, state = rnn(x, state)
    loss = nn.functional.mse_loss(head(out), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
    state.detach_()
    trace = out.detach()
    trace.abs_()
    peak = torch.maximum(peak, trace.amax(dim=(1, 2)))
