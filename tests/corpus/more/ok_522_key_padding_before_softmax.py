import torch
import torch.nn as nn


class MHA(nn.Module):
    def __init__(self, d=4, heads=2):
        super().__init__()
        self.q, self.kv, self.heads = nn.Linear(d, d), nn.Linear(d, 2 * d), heads

    def split(self, t):
        return t.unflatten(-1, (self.heads, -1)).transpose(1, 2)

    def forward(self, x, pad):
        q = self.split(self.q(x))
        k, v = map(self.split, self.kv(x).chunk(2, -1))
        scores = torch.einsum("bhid,bhjd->bhij", q, k)
        scores *= q.shape[-1] ** -0.5
        scores.masked_fill_(pad[:, None, None, :], float("-inf"))
        return (scores.softmax(-1) @ v).transpose(1, 2).flatten(-2)


torch.manual_seed(5)
mha = MHA()
x = torch.randn(2, 3, 4)
pad = torch.tensor([[False, False, True], [False, False, False]])
loss = mha(x, pad)[~pad].square().mean()
loss.backward()
