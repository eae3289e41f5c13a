import torch
import torch.nn as nn


class Agent:
    def __init__(self):
        self.actor, self.value = nn.Linear(3, 2), nn.Linear(3, 1)
        self.dynamics = nn.Linear(5, 3)
        self.a_opt = torch.optim.SGD(self.actor.parameters(), lr=0.1)
        self.v_opt = torch.optim.SGD(self.value.parameters(), lr=0.1)

    def imagine(self, s, horizon=2):
        states = []
        for _ in range(horizon):
            a = torch.tanh(self.actor(s))
            s = torch.tanh(self.dynamics(torch.cat([s, a], -1)))
            states.append(s)
        return torch.stack(states)

    def update(self, s0):
        states = self.imagine(s0)
        values = self.value(states)
        targets = 0.9 * values + 0.1 * states.sum(-1, keepdim=True)
        v_loss = (self.value(states.detach()) - targets.detach()).pow(2).mean()
        self.v_opt.zero_grad()
        v_loss.backward()
        self.v_opt.step()
        a_loss = -targets.mean()
        self.a_opt.zero_grad()
        a_loss.backward()
        self.a_opt.step()


torch.manual_seed(31)
agent = Agent()
agent.update(torch.randn(4, 3))
