import torch
import torch.nn as nn
import torch.nn.functional as F


class CoverageAttention(nn.Module):
    def __init__(self, hidden):
        super().__init__()
        self.score = nn.Linear(hidden, 1, bias=False)
        self.w_cov = nn.Parameter(torch.randn(hidden))
        self.history = None

    def reset(self, batch, length):
        self.history = torch.zeros(batch, length)

    def forward(self, query, memory):
        cov = self.history.unsqueeze(-1) * self.w_cov
        logits = self.score(torch.tanh(memory + query.unsqueeze(1) + cov)).squeeze(-1)
        weights = F.softmax(logits, dim=-1)
        self.history += weights.detach()
        return (weights.unsqueeze(-1) * memory).sum(1)


torch.manual_seed(2702)
attention = CoverageAttention(3)
article = torch.randn(2, 4, 3)
attention.reset(2, 4)
context, total = torch.zeros(2, 3), 0.0
for word in torch.randn(3, 2, 3):
    context = attention(context + word, article)
    total = total + context.pow(2).sum()
total.backward()
