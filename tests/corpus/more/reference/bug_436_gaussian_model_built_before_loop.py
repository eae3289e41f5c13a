import torch
from torch.distributions import MultivariateNormal

torch.manual_seed(4023)
mean = torch.zeros(2, requires_grad=True)
cov = torch.tensor([[1.5, 0.3], [0.3, 0.8]], requires_grad=True)

loss = None
for batch in torch.randn(2, 5, 2):
    density = MultivariateNormal(mean, covariance_matrix=cov)
    loss = -density.log_prob(batch).mean()
    mean.grad = None
    loss.backward()
