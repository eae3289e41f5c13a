import math
import torch
import torch.nn as nn

torch.manual_seed(3123)
dim = 3
q_proj, k_proj, v_proj = (nn.Linear(dim, dim, bias=False) for _ in range(3))


def causal_attention(x):
    n = x.size(-2)
    q, k, v = q_proj(x), k_proj(x), v_proj(x)
    scores = q @ k.transpose(-1, -2) / math.sqrt(dim)
    future = torch.ones(n, n, dtype=torch.bool).triu(1)
    scores.masked_fill(future, float("-inf"))
    return torch.softmax(scores, dim=-1) @ v


x = torch.randn(2, 4, dim)
pred = causal_attention(x)[:, :-1]
loss = (pred - x[:, 1:]).pow(2).mean()
loss.backward()
