import torch
import torch.nn as nn

torch.manual_seed(31)
rnn, out = nn.RNN(1, 3, batch_first=True), nn.Linear(3, 1)
opt = torch.optim.SGD([*rnn.parameters(), *out.parameters()], lr=0.05)
wave = torch.sin(torch.arange(25) * 0.4).view(1, -1, 1)
h = torch.zeros(1, 1, 3)

for start in range(0, 24, 8):
    h = h.detach()
    xs, ys = wave[:, start:start + 8], wave[:, start + 1:start + 9]
    hs, h = rnn(xs, h)
    loss = (out(hs) - ys).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print("loss", loss.item())
