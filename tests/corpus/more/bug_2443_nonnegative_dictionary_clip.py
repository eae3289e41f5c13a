import numpy as np
import torch
import torch.nn as nn


class NMFAutoencoder(nn.Module):
    def __init__(self, n_bins, rank):
        super().__init__()
        self.enc = nn.Linear(n_bins, rank)
        self.dictionary = nn.Parameter(torch.randn(n_bins, rank))

    def forward(self, spec):
        return torch.relu(self.enc(spec)) @ self.dictionary.T

    def project(self):
        d = self.dictionary.detach().numpy()
        np.maximum(d, 0.0, out=d)


torch.manual_seed(87)
model = NMFAutoencoder(5, 3)
opt = torch.optim.SGD(model.parameters(), lr=1e-2)
spec = torch.rand(6, 5)

recon = model(spec)
loss = (recon - spec).pow(2).mean()
model.project()
opt.zero_grad()
loss.backward()
