import torch
import torch.nn as nn


class Rollout:
    def __init__(self):
        self.log_probs = []
        self.entropies = []

    def add(self, probs, action):
        self.entropies.append(-(probs * probs.clamp_min(1e-8).log()).sum())
        self.log_probs.append(probs[action].log())


def choose(policy, obs, legal, rollout):
    probs = torch.softmax(policy(obs), dim=-1)
    rollout.add(probs, int(legal.nonzero()[0]))
    probs[~legal] = 0.0
    return probs / probs.sum()


torch.manual_seed(14)
policy = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 5))
rollout = Rollout()
kl = 0.0
for step in range(3):
    obs = torch.randn(3)
    legal = torch.rand(5) > 0.4
    legal[step] = True
    probs = choose(policy, obs, legal, rollout)
    kl = kl + (probs[legal] * probs[legal].log()).sum()

loss = -torch.stack(rollout.log_probs).mean() - 0.01 * sum(rollout.entropies) + 0.1 * kl
loss.backward()
