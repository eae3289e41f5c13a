import torch
import torch.nn as nn


class Dreamer:
    def __init__(self):
        self.actor = nn.Linear(3, 2)
        self.value = nn.Sequential(nn.Linear(3, 4), nn.ELU(), nn.Linear(4, 1))
        self.world = nn.Linear(5, 3).requires_grad_(False)
        self.actor_opt = torch.optim.SGD(self.actor.parameters(), lr=0.1)
        self.value_opt = torch.optim.SGD(self.value.parameters(), lr=0.1)

    def imagine(self, state, horizon=2):
        for _ in range(horizon):
            state = torch.tanh(self.world(torch.cat([state, torch.tanh(self.actor(state))], 1)))
        return state

    def update(self, start):
        state = self.imagine(start)
        target = 0.9 * self.value(state)
        value_loss = (self.value(state.detach()) - target.detach() - 0.1).pow(2).mean()
        self.value_opt.zero_grad()
        value_loss.backward()
        actor_loss = -target.mean()
        self.actor_opt.zero_grad()
        actor_loss.backward()
        self.value_opt.step()
        self.actor_opt.step()


torch.manual_seed(2620)
agent = Dreamer()
agent.update(torch.randn(4, 3))
