import torch
import torch.nn as nn


class SimpleSmoothing(nn.Module):
    def __init__(self, n_series):
        super().__init__()
        self.raw_alpha = nn.Parameter(torch.zeros(n_series))

    def forward(self, y):
        alpha = torch.sigmoid(self.raw_alpha)
        level = [y[0]]
        for t in range(1, len(y)):
            level.append(alpha * y[t] + (1 - alpha) * level[t - 1])
        return torch.stack(level)


torch.manual_seed(2232)
model = SimpleSmoothing(2)
demand = torch.cumsum(torch.randn(6, 2), dim=0)
forecast = model(demand)[:-1]
loss = (forecast - demand[1:]).abs().mean()
loss.backward()
