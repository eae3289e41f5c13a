import torch
import torch.nn as nn


class AssociationModel(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.query, self.key = nn.Linear(dim, dim), nn.Linear(dim, dim)
        self.sigma = nn.Linear(dim, 1)
        self.decode = nn.Linear(dim, dim)

    def forward(self, x):
        series = torch.softmax(self.query(x) @ self.key(x).T, dim=-1)
        gap = (torch.arange(len(x))[:, None] - torch.arange(len(x))[None]).abs()
        prior = torch.softmax(-gap * self.sigma(x).exp(), dim=-1)
        return self.decode(series @ x), series, prior


def kl(p, q):
    return (p * (p.log() - q.log())).sum(dim=-1).mean()


torch.manual_seed(2621)
model = AssociationModel(3)
opt = torch.optim.Adam(model.parameters(), lr=1e-2)
x = torch.randn(5, 3)
rec, series, prior = model(x)
error = (rec - x).pow(2).mean()
loss_min = error - 0.5 * kl(series, prior.detach())
loss_max = error + 0.5 * kl(prior, series.detach())
opt.zero_grad()
loss_min.backward(retain_graph=True)
loss_max.backward()
opt.step()
