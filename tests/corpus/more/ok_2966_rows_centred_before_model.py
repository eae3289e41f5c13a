import torch
import torch.nn as nn

torch.manual_seed(1416)
model = nn.Linear(4, 6)
spectra = torch.rand(3, 4) + 0.5

for row in spectra:
    row -= row.mean()
    row /= row.std()


def affine_coupling(h, x):
    log_s, t = h.split([3, 3], dim=1)
    log_s = log_s.clone()
    log_s.clamp_(-0.5, 0.5)
    z = x * log_s.exp() + t
    return z, log_s.sum(1)


x = torch.randn(3, 3)
z, logdet = affine_coupling(model(spectra), x)
loss = (0.5 * z.square().sum(1) - logdet).mean()
loss.backward()
