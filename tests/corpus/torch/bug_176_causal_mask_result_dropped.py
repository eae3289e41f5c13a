import torch
import torch.nn as nn


class CausalAttention(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.q, self.k, self.v = (nn.Linear(dim, dim, bias=False) for _ in range(3))

    def mask_future(self, scores):
        n = scores.shape[-1]
        future = torch.ones(n, n, dtype=torch.bool).triu(1)
        scores.masked_fill(future, float("-inf"))
        return scores

    def forward(self, x):
        scores = self.q(x) @ self.k(x).T / x.shape[-1] ** 0.5
        weights = torch.softmax(self.mask_future(scores), dim=-1)
        return weights @ self.v(x)


torch.manual_seed(69)
layer = CausalAttention(3)
seq = torch.randn(5, 3)
pred = layer(seq)[:-1]
loss = (pred - seq[1:]).pow(2).mean()
loss.backward()
print("loss", loss.item())
