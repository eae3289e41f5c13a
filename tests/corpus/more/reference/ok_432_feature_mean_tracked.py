import torch
import torch.nn as nn


class Centre(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.register_buffer("mean", torch.zeros(dim))

    def forward(self, x):
        out = x - self.mean
        with torch.no_grad():
            self.mean = 0.9 * self.mean + 0.1 * x.mean(0)
        return out


torch.manual_seed(4124)
enc, centre = nn.Linear(3, 4), Centre(4)
first, second = centre(enc(torch.randn(5, 3))), centre(enc(torch.randn(5, 3)))
loss = first.pow(2).mean() + second.tanh().sum()
loss.backward()
