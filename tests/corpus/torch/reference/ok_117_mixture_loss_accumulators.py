import math

import torch
import torch.nn as nn


class MDN(nn.Module):
    def __init__(self, n_in, k):
        super().__init__()
        self.k = k
        self.pi, self.mu, self.ls = (nn.Linear(n_in, k) for _ in range(3))

    def log_prob(self, x, y):
        logit = self.pi(x)
        z = self.mu(x)
        z = (z - y) * -1.0
        scale = self.ls(x)
        quad = (z * torch.exp(-scale)).pow(2)
        quad = quad * -0.5 - scale - 0.5 * math.log(2 * math.pi)
        return torch.logsumexp(torch.log_softmax(logit, -1) + quad, dim=-1)


torch.manual_seed(402)
mdn = MDN(2, 3)
x, y = torch.randn(5, 2), torch.randn(5, 1)
loss = torch.zeros(())
for row, target in zip(x.split(1), y.split(1)):
    loss = loss - mdn.log_prob(row, target).sum()
loss = loss / len(x)
loss.backward()
