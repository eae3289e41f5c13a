import torch
import torch.nn as nn


class MaskEstimator(nn.Module):
    def __init__(self, bins, floor=0.45):
        super().__init__()
        self.proj = nn.Linear(bins, bins)
        self.floor = floor

    def forward(self, mixture):
        mask = torch.sigmoid(self.proj(mixture.log1p()))
        mask = mask * (mask >= self.floor)
        return mask * mixture


torch.manual_seed(2233)
estimator = MaskEstimator(4)
speech, noise = torch.rand(5, 4), 0.5 * torch.rand(5, 4)
estimate = estimator(speech + noise)
loss = (estimate - speech).abs().mean()
loss.backward()
