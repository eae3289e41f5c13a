import torch
import torch.nn as nn
import torch.nn.functional as F


def long_only(raw):
    positive = F.relu(raw)
    return positive / positive.sum(dim=-1, keepdim=True).clamp(min=1e-6)


def entropy(w):
    safe = torch.where(w > 0, w, torch.ones_like(w))
    terms = torch.where(w > 0, -w * torch.log(safe), torch.zeros_like(w))
    return terms.sum(dim=-1)


torch.manual_seed(2247)
allocator = nn.Linear(3, 5)
signals, returns = torch.randn(4, 3), 0.02 * torch.randn(4, 5)
weights = long_only(allocator(signals))
loss = -(weights * returns).sum(dim=-1).mean() - 0.05 * entropy(weights).mean()
loss.backward()
