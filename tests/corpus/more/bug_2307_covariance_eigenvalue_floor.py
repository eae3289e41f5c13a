import torch

torch.manual_seed(1107)
loadings = torch.randn(6, 3, requires_grad=True)
weights = torch.tensor([0.5, 0.3, 0.2])


def clean_covariance(returns, floor=0.6):
    centred = returns - returns.mean(dim=0)
    cov = centred.T @ centred / (len(returns) - 1)
    vals, vecs = torch.linalg.eigh(cov)
    vals[vals < floor] = floor
    return vecs @ torch.diag(vals) @ vecs.T


def portfolio_risk(returns):
    cov = clean_covariance(returns)
    return (weights @ cov @ weights).sqrt()


risk = portfolio_risk(loadings)
risk.backward()
print("risk", round(risk.item(), 4))
