import torch
import torch.nn as nn


class Pyramid(nn.Module):
    def __init__(self, dim, levels):
        super().__init__()
        self.heads = nn.ModuleList([nn.Linear(dim, dim) for _ in range(levels)])

    def forward(self, feats):
        maps = [torch.zeros(feats[0].shape)] * len(self.heads)
        for level, head in enumerate(self.heads):
            for f in feats:
                maps[level] += torch.tanh(head(f))
        return maps


torch.manual_seed(512)
pyramid = Pyramid(3, levels=2)
feats = [torch.randn(2, 3) for _ in range(3)]
loss = sum(w * m.pow(2).mean() for w, m in zip((1.0, 0.25), pyramid(feats)))
loss.backward()
