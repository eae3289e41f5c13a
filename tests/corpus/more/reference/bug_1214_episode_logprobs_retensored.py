import torch
import torch.nn as nn
from torch.distributions import Categorical


class ActorCritic:
    def __init__(self):
        self.actor, self.critic = nn.Linear(3, 2), nn.Linear(3, 1)
        self.opt = torch.optim.Adam([*self.actor.parameters(), *self.critic.parameters()], lr=0.01)
        self.log_probs, self.values = [], []

    def act(self, obs, action):
        self.log_probs.append(Categorical(logits=self.actor(obs)).log_prob(action))
        self.values.append(self.critic(obs).squeeze(-1))

    def train(self, returns):
        values = torch.stack(self.values)
        log_probs = torch.stack(self.log_probs)
        advs = returns - values.detach()
        loss = -(log_probs * advs).mean() + 0.5 * (returns - values).pow(2).mean()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()


torch.manual_seed(1214)
agent = ActorCritic()
for obs, action in zip(torch.randn(4, 3), torch.tensor([0, 1, 1, 0])):
    agent.act(obs, action)
agent.train(torch.randn(4))
