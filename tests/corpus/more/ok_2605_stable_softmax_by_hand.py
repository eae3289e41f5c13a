import torch
import torch.nn as nn


class EdgeSoftmax(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.att = nn.Parameter(torch.randn(dim))

    def forward(self, h, src, dst):
        score = (h[src] * h[dst]) @ self.att
        score.sub_(score.detach().max())
        score.exp_()
        total = torch.zeros(h.shape[0]).index_add_(0, dst, score)
        alpha = score / total[dst]
        out = torch.zeros_like(h)
        return out.index_add_(0, dst, alpha[:, None] * h[src])


torch.manual_seed(266)
layer = EdgeSoftmax(2)
h = torch.randn(4, 2)
src = torch.tensor([0, 1, 2, 3, 0, 2])
dst = torch.tensor([1, 2, 3, 0, 2, 1])
out = layer(h, src, dst)
loss = out.pow(2).sum()
loss.backward()
