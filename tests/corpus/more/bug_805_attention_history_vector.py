import torch
import torch.nn as nn


class CoverageAttention(nn.Module):
    def __init__(self, slots):
        super().__init__()
        self.cover = nn.Parameter(torch.randn(slots))
        self.history = torch.zeros(slots, requires_grad=False)

    def forward(self, query, memory):
        score = memory @ query + self.cover * self.history
        w = torch.softmax(score, dim=0)
        self.history += w.view_as(self.history).detach()
        return w @ memory


torch.manual_seed(806)
attn = CoverageAttention(4)
memory = torch.randn(4, 3)
state = torch.randn(3)
for step in range(3):
    state = torch.tanh(attn(state, memory))
loss = state.pow(2).sum()
loss.backward()
