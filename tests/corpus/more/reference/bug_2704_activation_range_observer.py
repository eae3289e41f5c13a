import torch
import torch.nn as nn


class RangeObserver(nn.Module):
    def __init__(self, momentum=0.3):
        super().__init__()
        self.momentum = momentum
        self.register_buffer("max_abs", torch.ones(()))

    def forward(self, x):
        if self.training:
            with torch.no_grad():
                peak = x.abs().max()
                self.max_abs = self.max_abs + self.momentum * (peak - self.max_abs)
        return x / self.max_abs


class SiameseEncoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 2)
        self.observer = RangeObserver()

    def forward(self, x):
        return torch.tanh(self.observer(self.fc(x)))


torch.manual_seed(2704)
encoder = SiameseEncoder()
anchor, positive = torch.randn(4, 3), torch.randn(4, 3)
distance = (encoder(anchor) - encoder(positive)).pow(2).sum(1)
loss = distance.mean()
loss.backward()
