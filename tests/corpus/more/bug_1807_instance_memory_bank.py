import torch
import torch.nn as nn
import torch.nn.functional as F


class MemoryBank(nn.Module):
    def __init__(self, size, dim, momentum=0.5):
        super().__init__()
        self.momentum = momentum
        self.register_buffer("bank", F.normalize(torch.randn(size, dim), dim=1))

    def logits(self, feats, tau=0.2):
        return feats @ self.bank.t() / tau

    @torch.no_grad()
    def write(self, feats, index):
        mixed = self.momentum * self.bank[index] + (1 - self.momentum) * feats
        self.bank[index] = F.normalize(mixed, dim=1)


torch.manual_seed(1807)
encoder = nn.Linear(4, 3)
memory = MemoryBank(8, 3)
images, index = torch.randn(3, 4), torch.tensor([1, 5, 6])

feats = F.normalize(encoder(images), dim=1)
scores = memory.logits(feats)
memory.write(feats, index)
loss = F.cross_entropy(scores, index)
loss.backward()
