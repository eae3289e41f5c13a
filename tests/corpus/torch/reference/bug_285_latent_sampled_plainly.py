import torch
import torch.nn as nn
from torch.distributions import Normal

torch.manual_seed(362)
enc, dec = nn.Linear(4, 2), nn.Linear(2, 4)
spectra = torch.randn(6, 4)

posterior = Normal(enc(spectra), torch.tensor(0.3))
torch.manual_seed(9)
z = posterior.rsample()
recon = dec(torch.tanh(z))
loss = nn.functional.mse_loss(recon, spectra)
loss.backward()
