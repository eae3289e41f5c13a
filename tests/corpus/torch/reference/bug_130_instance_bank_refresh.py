import torch
import torch.nn as nn
import torch.nn.functional as F


class InstanceBank:
    def __init__(self, n, dim):
        self.vectors = F.normalize(torch.randn(n, dim), dim=1)

    def logits(self, feats, tau=0.2):
        return feats.mm(self.vectors.clone().t()) / tau

    def refresh(self, idx, feats, m=0.5):
        old = self.vectors.index_select(0, idx)
        new = F.normalize(m * old + (1 - m) * feats, dim=1)
        self.vectors.index_copy_(0, idx, new)


def epoch(net, bank, data, batch_size):
    total = 0.0
    for start in range(0, len(data), batch_size):
        idx = torch.arange(start, min(start + batch_size, len(data)))
        feats = F.normalize(net(data[idx]), dim=1)
        total = total + F.cross_entropy(bank.logits(feats), idx)
        bank.refresh(idx, feats.detach())
    return total


torch.manual_seed(38)
net = nn.Linear(4, 3)
bank = InstanceBank(6, 3)
data = torch.randn(6, 4)
loss = epoch(net, bank, data, 3)
loss.backward()
print("bank loss", loss.item())
