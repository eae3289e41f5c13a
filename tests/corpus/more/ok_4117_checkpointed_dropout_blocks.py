import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


class Encoder(nn.Module):
    def __init__(self, dim, depth):
        super().__init__()
        self.layers = nn.ModuleList(
            nn.Sequential(nn.Linear(dim, dim), nn.ReLU(inplace=True), nn.Dropout(0.5)) for _ in range(depth)
        )
        self.calls = 0

    def run(self, layer, x):
        y = layer(x)
        y += x
        return torch.tanh(y)

    def forward(self, x):
        for layer in self.layers:
            self.calls += 1
            x = checkpoint(self.run, layer, x, use_reentrant=False)
        return x


torch.manual_seed(417)
encoder = Encoder(3, 2)
loss = encoder(torch.randn(4, 3)).square().sum()
loss.backward()
