import torch
import torch.nn as nn
import torch.nn.functional as F


class RecurrentLinearAttention(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.q, self.k, self.v = (nn.Linear(dim, dim, bias=False) for _ in range(3))

    def feature_map(self, x):
        return F.elu(x) + 1

    def forward(self, token, state):
        S, Z = state
        q, k, v = self.feature_map(self.q(token)), self.feature_map(self.k(token)), self.v(token)
        S = S + k[:, None] * v[None, :]
        Z = Z + k
        return (q @ S) / (q @ Z), (S, Z)


torch.manual_seed(1833)
attn = RecurrentLinearAttention(2)
state = (torch.zeros(2, 2), torch.zeros(2))
outputs = []
for token in torch.randn(4, 2):
    out, state = attn(token, state)
    outputs.append(out)
loss = torch.stack(outputs).pow(2).sum()
loss.backward()
