import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint


class TextTower(nn.Module):
    def __init__(self, vocab=7, dim=4, depth=2):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim).requires_grad_(False)
        self.blocks = nn.ModuleList(
            nn.Sequential(nn.Linear(dim, dim), nn.GELU()) for _ in range(depth)
        )
        self.head = nn.Linear(dim, 2)

    def forward(self, ids):
        h = self.embed(ids)
        for block in self.blocks:
            h = checkpoint(block, h, use_reentrant=False)
        return self.head(h.mean(dim=1))


torch.manual_seed(530)
tower = TextTower()
ids = torch.tensor([[1, 4, 2], [0, 6, 3]])
loss = nn.functional.cross_entropy(tower(ids), torch.tensor([0, 1]))
loss.backward()
print("head", tower.head.weight.grad.shape)
