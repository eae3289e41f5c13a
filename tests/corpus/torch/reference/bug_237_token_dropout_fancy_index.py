import torch
import torch.nn as nn

torch.manual_seed(377)
tok = nn.Linear(2, 3)
pool = nn.Linear(3, 1)


def drop_tokens(h, n_drop, generator):
    idx = torch.randperm(h.size(0), generator=generator)[:n_drop]
    return h.index_fill(0, idx, 0.0)


class SetRegressor:
    def __init__(self, n_drop):
        self.n_drop = n_drop
        self.generator = torch.Generator().manual_seed(0)

    def __call__(self, points):
        h = tok(points)
        h = drop_tokens(h, self.n_drop, self.generator)
        return pool(torch.tanh(h).mean(0))


model = SetRegressor(n_drop=2)
clouds, volumes = torch.randn(3, 5, 2), torch.rand(3, 1)
loss = sum((model(c) - v).pow(2).sum() for c, v in zip(clouds, volumes))
loss.backward()
