import torch
import torch.nn as nn
from torch.autograd.functional import jacobian

torch.manual_seed(4037)
encoder = nn.Sequential(nn.Linear(3, 2), nn.Tanh())
decoder = nn.Linear(2, 3)
batch = torch.randn(2, 3)


def contraction(x):
    J = jacobian(encoder, x)
    return J.pow(2).sum()


recon = (decoder(encoder(batch)) - batch).pow(2).mean()
penalty = torch.stack([contraction(x) for x in batch]).mean()
loss = recon + 0.5 * penalty
loss.backward()
print(float(recon), float(penalty))
