import torch
import torch.nn as nn


class PrioritizedReplay:
    def __init__(self, size, alpha=0.6):
        self.priorities, self.alpha = torch.ones(size), alpha

    def update_priorities(self, idxs, errors):
        errors = (errors.abs() + 1e-3).pow(self.alpha)
        self.priorities[idxs] = errors


class Agent:
    def __init__(self):
        self.q_net = nn.Linear(3, 2)
        self.mem = PrioritizedReplay(8)

    def learn(self, idxs, obs, actions, returns, weights):
        q = self.q_net(obs).gather(1, actions[:, None]).squeeze(1)
        td = returns - q
        loss = (weights * td.pow(2)).mean()
        self.mem.update_priorities(idxs, td.detach())
        loss.backward()
        return loss


torch.manual_seed(1213)
agent = Agent()
loss = agent.learn(torch.tensor([1, 4, 6]), torch.randn(3, 3), torch.tensor([0, 1, 1]), torch.randn(3), torch.rand(3))
