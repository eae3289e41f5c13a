from dataclasses import dataclass

import torch
import torch.nn as nn


@dataclass
class AttnState:
    s: torch.Tensor
    z: torch.Tensor


class RecurrentLinearAttention(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.q = nn.Linear(d, d, bias=False)
        self.k = nn.Linear(d, d, bias=False)
        self.v = nn.Linear(d, d, bias=False)

    def step(self, x, state):
        q, k = torch.exp(self.q(x)), torch.exp(self.k(x))
        state.s = state.s + k.unsqueeze(-1) * self.v(x).unsqueeze(-2)
        state.z = state.z + k
        num = (q.unsqueeze(-2) @ state.s).squeeze(-2)
        den = (q * state.z).sum(-1, keepdim=True)
        return num / den


torch.manual_seed(2701)
attn = RecurrentLinearAttention(2)
state = AttnState(torch.zeros(3, 2, 2), torch.zeros(3, 2))
loss = 0.0
for token in torch.randn(3, 3, 2):
    loss = loss + attn.step(token, state).pow(2).mean()
loss.backward()
