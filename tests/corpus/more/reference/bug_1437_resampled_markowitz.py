import torch
from torch.distributions import MultivariateNormal

torch.manual_seed(1437)
mu = torch.tensor([0.05, 0.02, 0.08], requires_grad=True)
cov = torch.diag(torch.tensor([0.04, 0.01, 0.09]))
realised = torch.tensor([0.03, 0.01, -0.02])


def resample_weights(expected, covariance, n_portfolios=4, n_draws=3):
    dist = MultivariateNormal(expected, covariance)
    portfolios = []
    for _ in range(n_portfolios):
        draws = dist.rsample((n_draws,))
        portfolios.append(torch.softmax(5 * draws.mean(0), dim=0))
    return torch.stack(portfolios).mean(0)


weights = resample_weights(mu, cov)
loss = -(weights * realised).sum()
loss.backward()
