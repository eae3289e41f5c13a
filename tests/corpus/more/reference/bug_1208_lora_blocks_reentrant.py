import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint


class LoraBlock(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.base = nn.Linear(dim, dim).requires_grad_(False)
        self.down = nn.Linear(dim, 1, bias=False)
        self.up = nn.Linear(1, dim, bias=False)

    def forward(self, h):
        return torch.tanh(self.base(h) + self.up(self.down(h)))


torch.manual_seed(1208)
embed = nn.Embedding(6, 3).requires_grad_(False)
blocks = nn.ModuleList([LoraBlock(3) for _ in range(2)])
head = nn.Linear(3, 2)
trainable = [p for m in (blocks, head) for p in m.parameters() if p.requires_grad]
opt = torch.optim.AdamW(trainable, lr=1e-3)

h = embed(torch.tensor([0, 3, 5, 1]))
for block in blocks:
    h = checkpoint(block, h, use_reentrant=False)
loss = nn.functional.cross_entropy(head(h), torch.tensor([0, 1, 1, 0]))
loss.backward()
opt.step()
