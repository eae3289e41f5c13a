import torch
import torch.nn as nn
from torch.distributions import Normal

torch.manual_seed(53)
to_mu, to_std = nn.Linear(3, 2), nn.Linear(3, 2)
decoder = nn.Linear(2, 3)
x = torch.randn(4, 3)

posterior = Normal(to_mu(x), nn.functional.softplus(to_std(x)))
z = posterior.sample()
recon = decoder(z)
loss = (recon - x).pow(2).mean()
loss.backward()
