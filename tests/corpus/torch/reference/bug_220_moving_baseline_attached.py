import torch
import torch.nn as nn
from torch.distributions import Categorical

torch.manual_seed(355)
policy = nn.Linear(2, 3)
critic = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
opt = torch.optim.SGD([*policy.parameters(), *critic.parameters()], lr=0.05)
payoff = torch.tensor([0.0, 1.0, 0.3])


class Baseline:
    def __init__(self, beta):
        self.beta, self.value = beta, torch.zeros(())

    def update(self, estimate):
        self.value = self.beta * self.value.detach() + (1 - self.beta) * estimate
        return self.value


baseline = Baseline(0.9)
for episode in range(3):
    obs = torch.randn(4, 2)
    dist = Categorical(logits=policy(obs))
    action = dist.sample()
    reward = payoff[action]
    base = baseline.update(critic(obs).mean())
    loss = -(dist.log_prob(action) * (reward - base)).mean() + (reward - base).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
