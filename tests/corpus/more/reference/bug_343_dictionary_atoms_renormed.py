import torch
import torch.nn as nn


class SparseCoder(nn.Module):
    def __init__(self, dim, atoms):
        super().__init__()
        self.encode = nn.Linear(dim, dim, bias=False)
        self.atoms = nn.Parameter(torch.randn(atoms, dim))

    def forward(self, x):
        coef = torch.relu(self.encode(x) @ self.atoms.T)
        unit = (self.atoms / self.atoms.norm(dim=1, keepdim=True)).detach()
        return coef @ unit, coef


torch.manual_seed(45)
coder = SparseCoder(3, 5)
x = torch.randn(6, 3)
recon, coef = coder(x)
loss = nn.functional.mse_loss(recon, x) + 0.01 * coef.sum()
loss.backward()
print("loss", loss.item())
