import torch
import torch.nn as nn


class MaskedPolicy:
    def __init__(self, logits, allowed):
        logits = logits.masked_fill(~allowed, -float("inf"))
        self.probs = torch.softmax(logits, dim=-1)

    def log_prob(self, action):
        return self.probs.gather(-1, action[:, None]).log().squeeze(-1)

    def entropy(self):
        safe = torch.where(self.probs > 0, self.probs, torch.ones_like(self.probs))
        plogp = self.probs * safe.log()
        return -plogp.sum(-1)


torch.manual_seed(1147)
actor = nn.Linear(3, 4)
obs = torch.randn(3, 3)
allowed = torch.tensor([[True, True, False, True], [True, False, True, True], [True, True, True, True]])
action, advantage = torch.tensor([0, 2, 3]), torch.tensor([1.0, -0.5, 0.3])
pi = MaskedPolicy(actor(obs), allowed)
loss = -(pi.log_prob(action) * advantage).mean() - 0.01 * pi.entropy().mean()
loss.backward()
