import torch
import torch.nn as nn


class EpsNet(nn.Module):
    def __init__(self, dim, hidden):
        super().__init__()
        self.inp = nn.Linear(dim, hidden)
        self.time = nn.Embedding(8, hidden)
        self.out = nn.Linear(hidden, dim)

    def forward(self, x, t):
        h = self.inp(x) + self.time(t)
        return self.out(torch.nn.functional.silu(h))


class Sampler:
    def __init__(self, model, sigmas):
        self.model = model
        self.sigmas = sigmas

    def __call__(self, start):
        x = start.clone()
        for i in range(len(self.sigmas) - 1):
            step = torch.full((x.shape[0],), i, dtype=torch.long)
            eps = self.model(x, step)
            x = x + (self.sigmas[i + 1] - self.sigmas[i]) * eps
        return x


def main():
    torch.manual_seed(11)
    net = EpsNet(2, 5)
    sigmas = torch.linspace(2.0, 0.1, 4)
    sampler = Sampler(net, sigmas)
    target = torch.tensor([[1.0, -1.0], [0.5, 0.2], [0.0, 0.3]])
    sample = sampler(torch.randn(3, 2) * sigmas[0])
    loss = (sample - target).square().mean()
    loss.backward()
    return net, loss


net, loss = main()
print(f"guidance loss {loss.item():.4f}")
