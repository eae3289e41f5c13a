import torch
import torch.nn as nn

torch.manual_seed(439)
score = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))


def sliced_score_matching(x, n_proj=2):
    x = x.detach().requires_grad_(True)
    logp = score(x).sum()
    s = torch.autograd.grad(logp, x, create_graph=True)[0]
    total = 0.5 * s.square().sum(1).mean()
    for _ in range(n_proj):
        v = torch.randn_like(x)
        sv = (s * v).sum()
        hv = torch.autograd.grad(sv, x, create_graph=True)[0]
        total = total + (v * hv).sum(1).mean() / n_proj
    return total


data = torch.randn(5, 2)
loss = sliced_score_matching(data)
loss.backward()
