import torch
import torch.nn as nn


class SparseAutoencoder(nn.Module):
    def __init__(self, d_model, n_feats):
        super().__init__()
        self.enc = nn.Linear(d_model, n_feats)
        self.dec = nn.Linear(n_feats, d_model, bias=False)

    def forward(self, acts):
        feats = torch.relu(self.enc(acts))
        return self.dec(feats), feats

    def constrain(self):
        w = self.dec.weight.data
        w /= w.norm(dim=0, keepdim=True)


torch.manual_seed(524)
sae = SparseAutoencoder(3, 5)
opt = torch.optim.SGD(sae.parameters(), lr=1e-2)
acts = torch.randn(6, 3)
recon, feats = sae(acts)
loss = (recon - acts).pow(2).mean() + 1e-2 * feats.abs().sum(-1).mean()
sae.constrain()
opt.zero_grad()
loss.backward()
opt.step()
