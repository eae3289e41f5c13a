import torch
import torch.nn as nn


class Tracker(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(2, 3, batch_first=True)
        self.out = nn.Linear(3, 1)
        self.state = None

    def forward(self, x):
        y, self.state = self.lstm(x, self.state)
        return self.out(y[:, -1])


torch.manual_seed(4021)
tracker = Tracker()
opt = torch.optim.SGD(tracker.parameters(), lr=0.0)
stream = torch.randn(3, 2, 4, 2)
for window in stream:
    loss = tracker(window).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
