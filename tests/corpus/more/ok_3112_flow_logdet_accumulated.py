import torch
import torch.nn as nn


class AffineCoupling(nn.Module):
    def __init__(self, flip):
        super().__init__()
        self.net = nn.Linear(1, 2)
        self.flip = flip

    def forward(self, x):
        a, b = x.chunk(2, dim=-1)
        if self.flip:
            a, b = b, a
        log_s, t = self.net(a).tanh().chunk(2, dim=-1)
        b = b * log_s.exp() + t
        return torch.cat([b, a] if self.flip else [a, b], -1), log_s.sum(-1)


class Flow(nn.Module):
    def __init__(self, depth):
        super().__init__()
        self.layers = nn.ModuleList(AffineCoupling(bool(i % 2)) for i in range(depth))

    def log_prob(self, x):
        logdet = x.new_zeros(len(x))
        for layer in self.layers:
            x, term = layer(x)
            logdet += term
        return logdet - 0.5 * x.square().sum(-1)


torch.manual_seed(3213)
flow = Flow(3)
loss = -flow.log_prob(torch.randn(5, 2)).mean()
loss.backward()
