import torch
import torch.nn as nn

torch.manual_seed(706)
readout = nn.Linear(2, 3)
latent = torch.randn(4, 2)
counts = torch.tensor([[0.0, 2, 1], [1, 0, 0], [3, 1, 0], [0, 0, 2]])
recorded = torch.tensor([[True, True, False]] * 2 + [[True, False, True]] * 2)

rate = readout(latent).exp()
rate[~recorded] = 1.0
nll = rate - counts * torch.log(rate)
loss = nll[recorded].mean()
loss.backward()
