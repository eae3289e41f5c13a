import torch
import torch.nn as nn

torch.manual_seed(1120)


class CornerGain(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(2, 2, 3, bias=False)

    def forward(self, x, y):
        x, gain = self.conv(x), self.conv(y).flatten()
        x[0, :, 0, 0] = x[0, :, 0, 0] * gain
        return x.mean()


model = CornerGain()
loss = model(torch.randn(1, 2, 4, 4), torch.randn(1, 2, 3, 3))
loss.backward()
