import torch
import torch.nn as nn
import torch.nn.functional as F


class GraphAttention(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.W = nn.Linear(d_in, d_out, bias=False)
        self.a = nn.Parameter(torch.randn(2, d_out))

    def forward(self, x, adj):
        h = self.W(x)
        src, dst = torch.einsum("nd,kd->kn", h, self.a)
        e = F.leaky_relu(src[:, None] + dst[None, :], 0.2)
        w = torch.exp(e - e.max())
        w[~adj] = 0
        return (w / w.sum(1, keepdim=True)) @ h


torch.manual_seed(41)
gat = GraphAttention(3, 2)
x = torch.randn(4, 3)
adj = torch.tensor([[1, 1, 0, 0], [1, 1, 1, 0], [0, 1, 1, 1], [0, 0, 1, 1]], dtype=torch.bool)
labels = torch.tensor([0, 1, 1, 0])
loss = F.cross_entropy(gat(x, adj), labels)
loss.backward()
