import torch
import torch.nn as nn


class SessionAttention(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.q = nn.Linear(dim, dim)
        self.k = nn.Linear(dim, dim)
        self.drop = nn.Dropout(0.4)

    def forward(self, items):
        scores = self.q(items) @ self.k(items).transpose(-1, -2) / items.shape[-1] ** 0.5
        attn = scores.softmax(dim=-1)
        attn = self.drop(attn)
        return attn @ items


torch.manual_seed(2222)
layer = SessionAttention(3)
clicked = torch.randn(2, 4, 3)
catalogue = torch.randn(5, 3)
session = layer(clicked)[:, -1]
loss = nn.functional.cross_entropy(session @ catalogue.T, torch.tensor([1, 4]))
loss.backward()
