import torch
import torch.nn as nn
import torch.nn.functional as F


class PatchNCE(nn.Module):
    def __init__(self, temperature=0.5):
        super().__init__()
        self.t = temperature

    def forward(self, feat_q, feat_k):
        q, k = F.normalize(feat_q, dim=1), F.normalize(feat_k, dim=1)
        sim = torch.exp(q @ k.T / self.t)
        pos = sim.diagonal().clone()
        sim.fill_diagonal_(0.0)
        return -(pos / (pos + sim.sum(dim=1))).log().mean()


torch.manual_seed(57)
encoder = nn.Sequential(nn.Linear(5, 6), nn.ReLU(), nn.Linear(6, 3))
criterion = PatchNCE()
patches = torch.randn(4, 5)
view_a, view_b = patches + 0.1 * torch.randn(4, 5), patches + 0.1 * torch.randn(4, 5)
loss = criterion(encoder(view_a), encoder(view_b))
loss.backward()
