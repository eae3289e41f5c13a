import torch
import torch.nn as nn


class EntropyBonus:
    def __init__(self, coef):
        self.coef = coef

    def entropy_from_logits(self, logits):
        logps = torch.log_softmax(logits, dim=-1)
        terms = torch.exp(logps) * logps
        return -terms.nan_to_num(nan=0.0).sum(-1)

    def __call__(self, logits, actions, advantages):
        logp = torch.log_softmax(logits, dim=-1)[torch.arange(len(actions)), actions]
        return -(logp * advantages).mean() - self.coef * self.entropy_from_logits(logits).mean()


torch.manual_seed(1248)
policy = nn.Linear(3, 4)
allowed = torch.tensor([[1, 1, 0, 1], [1, 0, 1, 1], [1, 1, 1, 1]]).bool()
logits = policy(torch.randn(3, 3)).masked_fill(~allowed, float("-inf"))
loss = EntropyBonus(0.01)(logits, torch.tensor([0, 3, 2]), torch.tensor([1.0, -0.5, 0.3]))
loss.backward()
