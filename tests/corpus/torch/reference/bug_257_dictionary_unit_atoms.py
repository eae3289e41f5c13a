import torch
import torch.nn as nn

torch.manual_seed(330)
atoms = nn.Linear(3, 5, bias=False)
codes = torch.randn(4, 3, requires_grad=True)
signal = torch.randn(4, 5)


@torch.no_grad()
def project(layer):
    w = layer.weight
    w.div_(w.norm(dim=0, keepdim=True))


recon = atoms(codes)
sparsity = codes.abs().mean()
loss = (recon - signal).pow(2).mean() + 0.1 * sparsity
loss.backward()
project(atoms)
