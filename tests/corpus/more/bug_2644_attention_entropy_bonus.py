import torch
import torch.nn as nn


class PointerHead(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.query = nn.Linear(dim, dim, bias=False)

    def forward(self, state, items, allowed):
        logits = items @ self.query(state)
        return torch.softmax(logits.masked_fill(~allowed, -float("inf")), dim=0)


def entropy(p):
    return -torch.where(p > 0, p * p.log(), torch.zeros_like(p)).sum()


torch.manual_seed(2640)
head = PointerHead(3)
state, items = torch.randn(3), torch.randn(5, 3)
allowed = torch.tensor([True, True, False, True, False])
probs = head(state, items, allowed)
advantage = 0.7
loss = -advantage * probs[1].log() - 0.05 * entropy(probs)
loss.backward()
