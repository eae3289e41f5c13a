import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint


class SlideModel(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(dim, 3), nn.GELU(), nn.Linear(3, 3))
        self.head = nn.Linear(3, 2)

    def forward(self, tiles):
        feats = checkpoint(self.trunk, tiles, use_reentrant=True)
        return self.head(feats.mean(0, keepdim=True))


torch.manual_seed(2545)
model = SlideModel(4)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
bag, label = torch.randn(6, 4), torch.tensor([1])

loss = nn.functional.cross_entropy(model(bag), label)
opt.zero_grad()
loss.backward()
