import torch
from torch.distributions import Normal, kl_divergence

torch.manual_seed(1716)
X = torch.randn(12, 2)
y = X @ torch.tensor([1.0, -2.0]) + 0.1 * torch.randn(12)
mu = torch.zeros(2, requires_grad=True)
log_sd = torch.full((2,), -1.0, requires_grad=True)


def posterior():
    return Normal(mu, log_sd.exp())


def nll(w):
    return -Normal(X @ w, 0.5).log_prob(y).sum()


opt = torch.optim.Adam([mu, log_sd], lr=0.05)
kl = kl_divergence(posterior(), Normal(0.0, 1.0)).sum()
for epoch in range(3):
    opt.zero_grad()
    elbo = -nll(posterior().rsample()) - kl
    (-elbo).backward()
    opt.step()
