import torch
import torch.nn as nn
import torch.nn.functional as F


class PositionAwareRanker(nn.Module):
    def __init__(self, dim, depth):
        super().__init__()
        self.tower = nn.Sequential(nn.Linear(dim, 4), nn.Tanh(), nn.Linear(4, 1))
        self.register_buffer("propensity", 1.0 / torch.arange(1, depth + 1).float().log2().add(1.0))

    def forward(self, slate):
        ctr = torch.sigmoid(self.tower(slate).squeeze(-1))
        ctr = ctr * self.propensity
        return ctr


torch.manual_seed(2203)
ranker = PositionAwareRanker(3, depth=4)
slates = torch.randn(2, 4, 3)
clicks = torch.tensor([[1.0, 0.0, 0.0, 1.0], [0.0, 1.0, 0.0, 0.0]])
loss = F.binary_cross_entropy(ranker(slates), clicks)
loss.backward()
