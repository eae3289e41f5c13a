import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint


class Classifier(nn.Module):
    def __init__(self, vocab=7, dim=3):
        super().__init__()
        self.emb = nn.Embedding(vocab, dim).requires_grad_(False)
        self.block = nn.Sequential(nn.Linear(dim, dim), nn.SiLU(), nn.Linear(dim, dim))
        self.head = nn.Linear(dim, 2)

    def forward(self, ids):
        h = self.emb(ids).mean(1)
        h = checkpoint(self.block, h, use_reentrant=True)
        return self.head(h)


torch.manual_seed(1)
net = Classifier()
trainable = [p for p in net.parameters() if p.requires_grad]
opt = torch.optim.Adam(trainable, lr=1e-3)
ids, y = torch.randint(0, 7, (4, 5)), torch.tensor([0, 1, 1, 0])
loss = nn.functional.cross_entropy(net(ids), y)
loss.backward()
opt.step()
