import torch
import torch.nn as nn

torch.manual_seed(255)
policy = nn.Linear(3, 4)
obs = torch.randn(2, 3)
legal = torch.tensor([[True, True, False, True], [True, False, True, True]])


def entropy(p):
    terms = torch.where(p > 0, p * torch.log(p), torch.zeros_like(p))
    return -terms.sum(-1)


logits = policy(obs).masked_fill(~legal, float("-inf"))
probs = torch.softmax(logits, dim=-1)
advantage = torch.randn(2, 4)
loss = -(probs * advantage).sum(-1).mean() - 0.05 * entropy(probs).mean()
loss.backward()
