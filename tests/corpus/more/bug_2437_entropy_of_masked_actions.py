import torch
import torch.nn as nn


class MaskedPolicy(nn.Module):
    def __init__(self, obs_dim, n_actions):
        super().__init__()
        self.net = nn.Linear(obs_dim, n_actions)

    def forward(self, obs, legal):
        logits = self.net(obs).masked_fill(~legal, float("-inf"))
        return torch.softmax(logits, dim=-1)


def entropy(p, legal):
    plogp = p * p.log()
    return -torch.where(legal, plogp, torch.zeros_like(p)).sum(-1)


torch.manual_seed(75)
policy = MaskedPolicy(3, 4)
obs = torch.randn(5, 3)
legal = torch.ones(5, 4, dtype=torch.bool)
legal[1, 2] = legal[3, 0] = False
probs = policy(obs, legal)
loss = -probs[:, 1].log().mean() - 0.01 * entropy(probs, legal).mean()
loss.backward()
