import torch
from torch import nn


class MaskedPolicy(nn.Linear):
    def forward(self, obs, legal):
        logits = super().forward(obs)
        return logits.masked_fill(~legal, float("-inf")).log_softmax(-1)


def entropy(logp):
    safe = logp.masked_fill(logp == float("-inf"), 0.0)
    return -(logp.exp() * safe).sum(-1)


torch.manual_seed(24)
policy = MaskedPolicy(3, 4)
obs = torch.randn(2, 3)
legal = torch.tensor([[True, True, False, True], [True, True, True, True]])
logp = policy(obs, legal)
taken = logp.gather(1, torch.tensor([[0], [2]])).squeeze(1)
advantage = torch.tensor([0.7, -0.4])
loss = -(advantage * taken).mean() - 0.01 * entropy(logp).mean()
loss.backward()
