import torch
import torch.nn as nn


class Forecaster(nn.Module):
    def __init__(self, n_in, hidden):
        super().__init__()
        self.rnn = nn.LSTM(n_in, hidden, batch_first=True)
        self.out = nn.Linear(hidden, 1)
        self.state = None

    def forward(self, window):
        y, (h, c) = self.rnn(window, self.state)
        self.state = (h.detach(), c.detach())
        return self.out(y[:, -1])


torch.manual_seed(353)
model = Forecaster(1, 2)
opt = torch.optim.Adam(model.parameters(), lr=1e-3)
series = torch.sin(torch.arange(12.0) * 0.5).view(1, -1, 1)

for start in range(0, 9, 3):
    window, target = series[:, start:start + 3], series[:, start + 3]
    loss = (model(window) - target).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
