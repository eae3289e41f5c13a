import torch
import torch.nn as nn


class Agent:
    def __init__(self, n_obs, n_act, momentum=0.9):
        self.policy = nn.Linear(n_obs, n_act)
        self.momentum = momentum
        self.baseline = torch.zeros(())

    def loss(self, obs, payoff):
        logp = torch.log_softmax(self.policy(obs), dim=-1)
        value = (logp.exp() * payoff).sum(-1)
        advantage = value - self.baseline
        self.baseline = self.momentum * self.baseline + (1 - self.momentum) * value.mean().detach()
        return -(advantage * logp.max(-1).values).mean()


torch.manual_seed(808)
agent = Agent(3, 4)
for episode in range(3):
    agent.policy.zero_grad()
    loss = agent.loss(torch.randn(5, 3), torch.randn(5, 4))
    loss.backward()
