import torch
import torch.nn as nn


class Forecaster(nn.Module):
    def __init__(self, hidden=3, batch=2):
        super().__init__()
        self.lstm = nn.LSTM(1, hidden, batch_first=True)
        self.head = nn.Linear(hidden, 1)
        self.reset(batch, hidden)

    def reset(self, batch, hidden):
        self.state = (torch.zeros(1, batch, hidden), torch.zeros(1, batch, hidden))

    def forward(self, window):
        out, self.state = self.lstm(window, tuple(s.detach() for s in self.state))
        return self.head(out[:, -1])


def windows(series, size):
    for i in range(0, series.size(1) - size, size):
        yield series[:, i : i + size, None], series[:, i + size, None]


torch.manual_seed(3108)
model = Forecaster()
series = torch.randn(2, 9)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
for past, nxt in windows(series, 3):
    opt.zero_grad()
    loss = nn.functional.mse_loss(model(past), nxt)
    loss.backward()
    opt.step()
