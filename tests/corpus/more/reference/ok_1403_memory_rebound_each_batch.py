import torch
import torch.nn as nn
import torch.nn.functional as F


class CrossBatchMemory(nn.Module):
    def __init__(self, size, dim):
        super().__init__()
        self.size = size
        self.register_buffer("feats", F.normalize(torch.randn(size, dim), dim=1))

    def forward(self, anchors):
        sim = anchors @ self.feats.clone().T
        self.feats = torch.cat([anchors.detach(), self.feats])[:self.size]
        return sim


torch.manual_seed(2403)
embed, memory = nn.Linear(4, 3), CrossBatchMemory(6, 3)
losses = []
for batch in torch.randn(2, 3, 4):
    sim = memory(F.normalize(embed(batch), dim=1))
    losses.append(F.softplus(sim).mean())
loss = sum(losses)
loss.backward()
