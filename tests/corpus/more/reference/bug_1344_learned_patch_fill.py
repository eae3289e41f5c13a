import torch
import torch.nn as nn


class MaskedInput(nn.Module):
    def __init__(self):
        super().__init__()
        self.encode = nn.Linear(4, 4)
        self.limage = nn.Parameter(torch.randn(4, 4))

    def forward(self, x, mask):
        volume = self.encode(x)
        crop = volume[1:3] * mask + self.limage[1:3] * (1 - mask)
        return torch.cat([volume[:1], crop, volume[3:]])


torch.manual_seed(1344)
model = MaskedInput()
mask = torch.tensor([[1.0, 0.0, 1.0, 0.0], [0.0, 0.0, 1.0, 1.0]])
loss = model(torch.randn(4, 4), mask).pow(2).mean()
loss.backward()
