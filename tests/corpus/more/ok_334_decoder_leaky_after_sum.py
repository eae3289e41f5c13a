import torch
import torch.nn as nn
import torch.nn.functional as F


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.down = nn.Conv1d(1, 2, 2, stride=2)
        self.up = nn.ConvTranspose1d(2, 2, 2, stride=2)
        self.skip = nn.Conv1d(1, 2, 1)
        self.drop = nn.Dropout(0.2, inplace=True)
        self.out = nn.Conv1d(2, 1, 1)

    def forward(self, x):
        low = self.drop(self.down(x))
        y = self.up(F.silu(low))
        y = y + self.skip(x)
        F.leaky_relu_(y, 0.1)
        return self.out(y)


torch.manual_seed(83)
dec = Decoder()
x = torch.randn(2, 1, 6)
loss = F.l1_loss(dec(x), x)
loss.backward()
