import torch
from torch.distributions import MultivariateNormal

torch.manual_seed(1336)
rets = torch.tensor([0.05, 0.02, 0.03], requires_grad=True)
gamma = torch.tensor(1.5, requires_grad=True)
covmat = torch.diag(torch.tensor([0.04, 0.02, 0.03]))

draws = MultivariateNormal(rets, covmat).sample((8,))
weights = torch.softmax(gamma * draws, dim=1).mean(0)
loss = -(weights * torch.tensor([0.1, -0.1, 0.2])).sum()
loss.backward()
