import torch
import torch.nn as nn


class CovariancePropagation(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.F = nn.Parameter(torch.eye(n) + 0.1 * torch.randn(n, n))
        self.log_q = nn.Parameter(torch.zeros(n))

    def forward(self, steps, P0):
        P = [P0]
        Q = torch.diag(self.log_q.exp())
        for k in range(steps):
            P.append(self.F @ P[k] @ self.F.T + Q)
        return torch.stack(P)


torch.manual_seed(27)
model = CovariancePropagation(2)
hist = model(3, 0.5 * torch.eye(2))
loss = torch.stack([p.trace() for p in hist]).sum()
loss.backward()
