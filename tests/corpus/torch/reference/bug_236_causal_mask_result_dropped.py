import torch
import torch.nn as nn


class CausalAttention(nn.Module):
    def __init__(self, dim, n_ctx):
        super().__init__()
        self.q, self.k = nn.Linear(dim, dim), nn.Linear(dim, dim)
        self.register_buffer("future", torch.triu(torch.ones(n_ctx, n_ctx), 1).bool())

    def forward(self, x):
        scores = self.q(x) @ self.k(x).transpose(1, 2) / x.size(-1) ** 0.5
        scores = scores.masked_fill(self.future, float("-inf"))
        return torch.softmax(scores, dim=-1) @ x


torch.manual_seed(376)
attn = CausalAttention(2, 3)
head = nn.Linear(2, 4)
notes = torch.randn(2, 3, 2)
following = torch.tensor([[1, 2, 0], [3, 0, 1]])
logits = head(attn(notes))
loss = nn.functional.cross_entropy(logits.flatten(0, 1), following.flatten())
loss.backward()
print(attn.q.weight.grad)
