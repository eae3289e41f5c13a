import torch
import torch.nn as nn


class Tracker(nn.Module):
    def __init__(self, dim, hidden):
        super().__init__()
        self.cell = nn.LSTMCell(dim, hidden)
        self.out = nn.Linear(hidden, dim)
        self.memory = None

    def forward(self, frame):
        h, c = self.cell(frame, self.memory)
        self.memory = (h, c)
        return self.out(h)


torch.manual_seed(39)
model = Tracker(2, 3)
opt = torch.optim.SGD(model.parameters(), lr=0.05)
video = torch.randn(4, 5, 2)
for frame, nxt in zip(video[:-1], video[1:]):
    opt.zero_grad()
    loss = (model(frame) - nxt).pow(2).mean()
    loss.backward()
    opt.step()
