import torch
import torch.nn as nn


class AttentionPool(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.temperature = nn.Parameter(torch.tensor(0.7))
        self.score = nn.Linear(dim, 1)
        self.out = nn.Linear(dim, 1)

    def weights(self, items):
        tau = max(self.temperature.item(), 1e-3)
        return torch.softmax(self.score(items).squeeze(-1) / tau, dim=0)

    def forward(self, items):
        return self.out(self.weights(items) @ items)


torch.manual_seed(1816)
pool = AttentionPool(3)
basket, price = torch.randn(5, 3), torch.tensor([1.5])
loss = (pool(basket) - price).abs().sum()
loss.backward()
