import torch
import torch.nn as nn


class Energy(nn.Module):
    def __init__(self, dim, width):
        super().__init__()
        self.inner = nn.Linear(dim, width)
        self.outer = nn.Linear(width, 1, bias=False)

    def forward(self, x):
        return self.outer(torch.tanh(self.inner(x))).squeeze(-1) + 0.5 * x.square().sum(-1)


def implicit_score_matching(energy, x):
    x = x.detach().requires_grad_(True)
    score = -torch.autograd.grad(energy(x).sum(), x, create_graph=True)[0]
    trace = torch.zeros(len(x))
    for i in range(x.shape[1]):
        row = torch.autograd.grad(score[:, i].sum(), x, retain_graph=True)[0]
        trace = trace + row[:, i]
    return (trace + 0.5 * score.square().sum(-1)).mean()


torch.manual_seed(3130)
energy = Energy(2, 4)
loss = implicit_score_matching(energy, torch.randn(6, 2))
loss.backward()
