import torch
import torch.nn as nn


class Forecaster(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.GRU(1, 3, batch_first=True)
        self.out = nn.Linear(3, 1)
        self.hidden = None

    def forward(self, x):
        y, self.hidden = self.rnn(x, None if self.hidden is None else self.hidden.detach())
        return self.out(y)


torch.manual_seed(2336)
model = Forecaster()
series = torch.randn(2, 12, 1)
for chunk in series.split(4, dim=1):
    pred = model(chunk[:, :-1])
    loss = (pred - chunk[:, 1:]).square().mean()
    loss.backward()
