import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint


class Tower(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([nn.Linear(3, 3), nn.Linear(3, 3)])
        self.head = nn.Linear(3, 1)

    def forward(self, img):
        for blk in self.blocks:
            img = checkpoint(lambda t, b=blk: torch.tanh(b(t)), img, use_reentrant=False)
        return self.head(img)


torch.manual_seed(20)
tower = Tower()
loss = tower(torch.randn(4, 3)).pow(2).mean()
loss.backward()
