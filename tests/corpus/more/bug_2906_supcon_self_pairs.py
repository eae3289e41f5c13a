import torch
import torch.nn as nn
import torch.nn.functional as F


class SupCon(nn.Module):
    def __init__(self, tau=0.2):
        super().__init__()
        self.tau = tau

    def forward(self, z, labels):
        eye = torch.eye(len(z), dtype=torch.bool)
        sim = z @ z.mT / self.tau
        log_prob = sim.log_softmax(dim=1)
        log_prob.masked_fill_(eye, 0.0)
        positives = (labels[:, None] == labels) & ~eye
        per_anchor = (positives * log_prob).sum(1) / positives.sum(1)
        return -per_anchor.mean()


torch.manual_seed(1306)
proj = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
criterion = SupCon()
two_views = torch.randn(6, 3)
labels = torch.tensor([0, 1, 2]).repeat(2)

loss = criterion(F.normalize(proj(two_views), dim=1), labels)
loss.backward()
