import torch
import torch.nn as nn


class RobustLoss(nn.Module):
    def __init__(self, eps=0.05, ceiling=4.0):
        super().__init__()
        self.eps, self.ceiling = eps, ceiling

    def weights(self, residual):
        w = torch.reciprocal(residual.abs() + self.eps)
        return w.clamp(max=self.ceiling)

    def forward(self, pred, y):
        residual = pred - y
        return (self.weights(residual) * residual.pow(2)).mean()


torch.manual_seed(608)
fit = nn.Linear(3, 1)
x = torch.randn(8, 3)
y = x.sum(dim=1, keepdim=True) + 0.3 * torch.randn(8, 1)
criterion = RobustLoss()
loss = criterion(fit(x), y)
loss.backward()
