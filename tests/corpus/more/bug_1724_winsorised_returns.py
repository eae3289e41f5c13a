import torch

torch.manual_seed(1724)
n_assets, n_factors = 4, 2
exposure = torch.randn(n_assets, n_factors, requires_grad=True)
factors = 0.05 * torch.randn(20, n_factors)


def realised_variance(r):
    return (r ** 2).mean(0)


def winsorise(r, cap):
    return r.clamp_(-cap, cap)


returns = factors @ exposure.T
risk = realised_variance(returns)
trimmed = winsorise(returns, 0.06)
reward = trimmed.mean(0)
loss = (risk - 2.0 * reward).sum()
loss.backward()
