import copy

import torch
from torch import nn, optim


class DQN:
    def __init__(self, online, tau=0.05, gamma=0.9):
        self.online, self.target = online, copy.deepcopy(online)
        self.tau, self.gamma = tau, gamma
        self.opt = optim.Adam(online.parameters(), lr=1e-3)

    def sync(self):
        with torch.no_grad():
            for t, p in zip(self.target.parameters(), self.online.parameters()):
                t.mul_(1 - self.tau).add_(p, alpha=self.tau)

    def learn(self, s, a, r, s2):
        with torch.no_grad():
            goal = r + self.gamma * self.target(s2).max(dim=1).values
        q = self.online(s).gather(1, a).squeeze(1)
        loss = nn.functional.smooth_l1_loss(q, goal)
        self.sync()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()


torch.manual_seed(408)
online = nn.Linear(3, 2)
agent = DQN(online)
for _ in range(2):
    agent.learn(torch.randn(5, 3), torch.randint(0, 2, (5, 1)), torch.randn(5), torch.randn(5, 3))
