import torch
from torch import nn


def stable_softmax(logits, mask):
    logits -= logits.detach().amax(dim=-1, keepdim=True)
    weights = logits.exp()
    weights = weights * mask
    total = weights.sum(dim=-1, keepdim=True)
    total += 1e-9
    return weights / total


torch.manual_seed(424)
scorer = nn.Linear(3, 5)
mask = (torch.rand(4, 5) > 0.2).float()
probs = stable_softmax(scorer(torch.randn(4, 3)), mask)
loss = -(probs[:, 0] + 1e-6).log().mean()
loss.backward()
