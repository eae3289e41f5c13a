import torch
import torch.nn as nn


def build_actor():
    return nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1), nn.Tanh())


class Team:
    def __init__(self, n):
        self.actors = [build_actor() for _ in range(n)]
        self.opts = [torch.optim.SGD(a.parameters(), lr=0.5) for a in self.actors]
        self.critic = nn.Sequential(nn.Linear(3 * n + n, 4), nn.Tanh(), nn.Linear(4, n))

    def losses(self, obs):
        acts = [actor(o) for actor, o in zip(self.actors, obs)]
        q = self.critic(torch.cat([*obs, *acts], dim=1))
        return [-q[:, i].mean() for i in range(len(acts))]

    def learn(self, obs):
        for loss, opt in zip(self.losses(obs), self.opts):
            opt.zero_grad()
            loss.backward(retain_graph=True)
            opt.step()


torch.manual_seed(2622)
team = Team(2)
obs = torch.randn(2, 5, 3)
team.learn(obs)
