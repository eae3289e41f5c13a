import torch
from torch import nn


class StreamingScaler(nn.Module):
    def __init__(self, width, momentum=0.1):
        super().__init__()
        self.momentum = momentum
        self.register_buffer("scale", torch.ones(width))

    def forward(self, x):
        if self.training:
            level = x.detach().abs().mean(dim=0)
            self.scale.mul_(1 - self.momentum).add_(self.momentum * level)
        return x / self.scale.clone()


torch.manual_seed(2205)
encoder = nn.Linear(4, 3)
scaler = StreamingScaler(3)
history, future = torch.randn(6, 4), torch.randn(6, 4)

context = scaler(encoder(history))
ahead = scaler(encoder(future))
loss = (context - ahead).pow(2).mean() + context.abs().mean()
loss.backward()
