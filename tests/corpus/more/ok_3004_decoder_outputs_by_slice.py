import torch
from torch import nn


class Decoder(nn.Module):
    def __init__(self, dim, hid):
        super().__init__()
        self.cell = nn.GRUCell(dim, hid)
        self.proj = nn.Linear(hid, dim)

    def forward(self, start, h, steps):
        frames = torch.zeros(start.size(0), steps, start.size(1))
        frame = start
        for t in range(steps):
            h = self.cell(frame, h)
            frame = self.proj(h)
            frames[:, t] = frame
        frames[:, 0] *= 0.5
        return frames


torch.manual_seed(3204)
dec = Decoder(2, 3)
start, hidden = torch.randn(4, 2), torch.zeros(4, 3)
goal = torch.randn(4, 5, 2)
pred = dec(start, hidden, steps=5)
loss = (pred - goal).abs().mean()
loss.backward()
