import torch
import torch.nn as nn
from torch.distributions import MultivariateNormal

torch.manual_seed(837)
predict = nn.Linear(3, 2)
features, returns = torch.randn(3), torch.tensor([0.02, -0.01])


def resampled_weights(rets, n_draws=4):
    dist = MultivariateNormal(loc=rets, covariance_matrix=0.1 * torch.eye(2))
    draws = dist.rsample((n_draws,))
    return torch.softmax(draws, dim=1).mean(0)


weights = resampled_weights(predict(features))
loss = -(weights * returns).sum()
loss.backward()
