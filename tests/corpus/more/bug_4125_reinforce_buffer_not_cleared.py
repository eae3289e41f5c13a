import torch
from torch import nn, optim
from torch.distributions import Categorical


class Agent:
    def __init__(self):
        self.policy = nn.Linear(2, 3)
        self.opt = optim.SGD(self.policy.parameters(), lr=0.0)
        self.log_probs, self.rewards = [], []

    def act(self, obs):
        dist = Categorical(logits=self.policy(obs))
        action = dist.sample()
        self.log_probs.append(dist.log_prob(action))
        return action

    def finish(self):
        returns = torch.tensor(self.rewards).flip(0).cumsum(0).flip(0)
        loss = -(torch.stack(self.log_probs) * returns).sum()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()


torch.manual_seed(325)
agent = Agent()
for episode in range(2):
    for step in range(3):
        action = agent.act(torch.randn(2))
        agent.rewards.append(1.0 if action == 1 else -0.5)
    agent.finish()
