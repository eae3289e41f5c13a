import torch
import torch.nn as nn


class RecurrentLinearAttention(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.q, self.k, self.v = (nn.Linear(dim, dim) for _ in range(3))

    def feature(self, x):
        return nn.functional.elu(x) + 1

    def forward(self, x, state=None):
        Q, K, V = self.feature(self.q(x)), self.feature(self.k(x)), self.v(x)
        if state is None:
            n, d = x.shape
            state = (x.new_zeros(n, d, d), x.new_zeros(n, d))
        Si, Zi = state
        Zi += K
        Si += torch.einsum("nd,nm->ndm", K, V)
        z = 1.0 / (torch.einsum("nd,nd->n", Q, Zi) + 1e-6)
        out = torch.einsum("nd,ndm,n->nm", Q, Si, z)
        return out, (Si, Zi)


torch.manual_seed(31)
attn = RecurrentLinearAttention(3)
seq = torch.randn(4, 2, 3)
state, loss = None, 0.0
for x in seq:
    y, state = attn(x, state)
    loss = loss + y.pow(2).mean()
loss.backward()
