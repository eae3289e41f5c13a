import torch
import torch.nn as nn

torch.manual_seed(248)
gru = nn.GRU(2, 3, batch_first=True)
readout = nn.Linear(3, 1)
opt = torch.optim.SGD([*gru.parameters(), *readout.parameters()], lr=0.0)
stream = torch.randn(1, 9, 2)

state = None
for chunk in stream.split(3, dim=1):
    out, state = gru(chunk, state)
    loss = readout(out).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
