import torch
import torch.nn as nn


class MixerForecaster(nn.Module):
    def __init__(self, length, horizon, depth=2):
        super().__init__()
        self.mix = nn.ModuleList([nn.Linear(length, length) for _ in range(depth)])
        self.head = nn.Linear(length, horizon)

    def forward(self, x):
        last = x[:, -1:]
        x = x - last
        for layer in self.mix:
            out = layer(torch.relu(x))
            out += x
            x = out
        y = self.head(x)
        y += last
        return y


torch.manual_seed(2301)
model = MixerForecaster(5, 2)
loss = (model(torch.randn(3, 5)) - torch.randn(3, 2)).pow(2).mean()
loss.backward()
