import torch
import torch.nn as nn


class Lifting(nn.Module):
    """One level of a learned lifting transform on an even-length signal."""

    def __init__(self):
        super().__init__()
        self.predict = nn.Parameter(torch.tensor(0.5))
        self.update = nn.Parameter(torch.tensor(0.25))

    def forward(self, signal):
        coef = signal.clone()
        even, odd = slice(0, None, 2), slice(1, None, 2)
        detail = coef[odd] - self.predict * coef[even]
        return coef[even] + self.update * detail, detail


torch.manual_seed(48)
lift = Lifting()
signal = torch.randn(8)
approx, detail = lift(signal)
loss = detail.abs().sum() + (approx - signal[::2]).square().sum()
loss.backward()
