import torch
import torch.nn as nn


class Agent:
    def __init__(self, actor, critic):
        self.actor, self.critic = actor, critic
        self.opts = {
            "critic": torch.optim.SGD(critic.parameters(), lr=0.1),
            "actor": torch.optim.SGD(actor.parameters(), lr=0.1),
        }

    def apply(self, which, loss):
        self.opts[which].zero_grad()
        loss.backward()
        self.opts[which].step()
        value = loss.item()
        return value

    def update(self, obs, act, target):
        q = self.critic(torch.cat([obs, act], 1))
        yield self.apply("critic", nn.functional.mse_loss(q, target))
        frozen = [p.detach().clone() for p in self.critic.parameters()]
        mu = self.actor(obs)
        yield self.apply("actor", -(torch.relu(torch.cat([obs, mu], 1) @ frozen[0].T + frozen[1]) @ frozen[2].T + frozen[3]).mean())


torch.manual_seed(1411)
actor = nn.Sequential(nn.Linear(3, 2), nn.Tanh())
critic = nn.Sequential(nn.Linear(5, 4), nn.ReLU(), nn.Linear(4, 1))
agent = Agent(actor, critic)
print([round(v, 4) for v in agent.update(torch.randn(4, 3), torch.rand(4, 2), torch.randn(4, 1))])
