import torch
import torch.nn as nn


class SparseAutoencoder(nn.Module):
    def __init__(self, dim, features):
        super().__init__()
        self.encoder = nn.Linear(dim, features)
        self.decoder = nn.Linear(features, dim, bias=False)

    def renormalise(self):
        w = self.decoder.weight
        w.data /= w.data.norm(dim=0, keepdim=True)


torch.manual_seed(1512)
sae = SparseAutoencoder(2, 4)
acts = torch.randn(6, 2)
codes = torch.relu(sae.encoder(acts))
recon = sae.decoder(codes)
loss = (recon - acts).pow(2).mean() + 0.05 * codes.abs().mean()
loss.backward()
sae.renormalise()
