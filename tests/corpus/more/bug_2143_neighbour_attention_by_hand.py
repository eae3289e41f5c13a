import torch
import torch.nn as nn
import torch.nn.functional as F


class GraphAttention(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.W = nn.Linear(n_in, n_out, bias=False)
        self.a_src = nn.Parameter(torch.randn(n_out))
        self.a_dst = nn.Parameter(torch.randn(n_out))

    def forward(self, x, adj):
        h = self.W(x)
        e = F.leaky_relu((h @ self.a_src)[:, None] + (h @ self.a_dst)[None, :], 0.2)
        weight = torch.exp(e - e.max().detach())
        weight[adj == 0] = 0.0
        weight = weight / weight.sum(dim=1, keepdim=True)
        return F.elu(weight @ h)


torch.manual_seed(34)
layer = GraphAttention(3, 2)
x = torch.randn(4, 3)
adj = torch.eye(4) + torch.diag(torch.ones(3), 1) + torch.diag(torch.ones(3), -1)
out = layer(x, adj)
loss = F.nll_loss(F.log_softmax(out, dim=1), torch.tensor([0, 1, 1, 0]))
loss.backward()
