import torch
import torch.nn as nn


class SoftAgent:
    def __init__(self):
        self.policy, self.q = nn.Linear(3, 2), nn.Linear(3, 2)
        self.alpha = nn.Parameter(torch.tensor(0.2))
        self.alpha_opt = torch.optim.Adam([self.alpha], lr=0.01)
        self.policy_opt = torch.optim.Adam(self.policy.parameters(), lr=0.01)

    def losses(self, obs):
        logp = torch.log_softmax(self.policy(obs), dim=1)
        policy_loss = (logp.exp() * (self.alpha * logp - self.q(obs).detach())).sum(1).mean()
        alpha_loss = -(self.alpha * (logp.detach() + 0.98).mean())
        return policy_loss, alpha_loss

    def train(self, obs):
        policy_loss, alpha_loss = self.losses(obs)
        self.alpha_opt.zero_grad()
        alpha_loss.backward()
        self.policy_opt.zero_grad()
        policy_loss.backward()
        self.alpha_opt.step()
        self.policy_opt.step()


torch.manual_seed(1241)
agent = SoftAgent()
agent.train(torch.randn(5, 3))
