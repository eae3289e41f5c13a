import torch
import torch.nn as nn


class SparseCoder(nn.Module):
    def __init__(self, dim, atoms, penalty=0.1):
        super().__init__()
        self.encoder = nn.Linear(dim, atoms, bias=False)
        self.atoms = nn.Parameter(torch.randn(atoms, dim))
        self.penalty = penalty

    def project(self):
        norms = self.atoms.data.norm(dim=1, keepdim=True)
        self.atoms.data.div_(norms)

    def objective(self, x):
        code = torch.relu(self.encoder(x))
        recon = code @ self.atoms

        return (recon - x).square().mean() + self.penalty * code.abs().mean()


torch.manual_seed(3131)
coder = SparseCoder(3, 5)
encoder = coder.encoder
opt = torch.optim.SGD(coder.parameters(), lr=0.1)
loss = coder.objective(torch.randn(6, 3))
opt.zero_grad()
loss.backward()
opt.step()
