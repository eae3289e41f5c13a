import torch
import torch.nn as nn


class RiskHead(nn.Module):
    def __init__(self, n_features: int, n_assets: int):
        super().__init__()
        self.encoder = nn.Linear(n_features, n_assets)

    def forward(self, window: torch.Tensor):
        r = self.encoder(window)
        second_moment = r.pow(2).mean(dim=0)
        r = r - r.mean(dim=0, keepdim=True)
        cov = r.T @ r / (r.shape[0] - 1)
        return second_moment, cov


torch.manual_seed(2201)
head = RiskHead(3, 2)
window = torch.randn(6, 3)
moment, cov = head(window)
weights = torch.softmax(-moment, dim=0)
loss = weights @ cov @ weights + 0.1 * moment.sum()
loss.backward()
