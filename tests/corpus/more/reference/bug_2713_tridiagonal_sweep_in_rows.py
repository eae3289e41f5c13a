import torch
import torch.nn as nn


def thomas(lower, diag, upper, rhs):
    n = rhs.shape[0]
    d = list(diag)
    b = list(rhs)
    for i in range(1, n):
        w = lower[i - 1] / d[i - 1]
        d[i] = d[i] - w * upper[i - 1]
        b[i] = b[i] - w * b[i - 1]
    x = [b[n - 1] / d[n - 1]]
    for i in range(n - 2, -1, -1):
        x.insert(0, (b[i] - upper[i] * x[0]) / d[i])
    return torch.stack(x)


torch.manual_seed(2713)
conductivity = nn.Parameter(torch.rand(5) + 0.5)
source = torch.ones(4)
diag = conductivity[:-1] + conductivity[1:]
off = -conductivity[1:-1]
temperature = thomas(off, diag, off, source)
loss = temperature.pow(2).mean()
loss.backward()
