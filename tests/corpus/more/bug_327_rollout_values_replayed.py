from collections import deque

import torch
import torch.nn as nn

torch.manual_seed(23)
critic = nn.Linear(2, 1, bias=False)
opt = torch.optim.SGD(critic.parameters(), lr=0.0)


class Memory:
    def __init__(self, size):
        self.items = deque(maxlen=size)

    def push(self, value, target):
        self.items.append((value, target))

    def td_loss(self):
        errors = [(v - t).pow(2) for v, t in self.items]
        return torch.stack(errors).mean()


memory = Memory(size=4)
state = torch.randn(2)
for step in range(3):
    value = torch.tanh(critic(state))
    reward = state.sum()
    memory.push(value, reward)
    loss = memory.td_loss()
    opt.zero_grad()
    loss.backward()
    opt.step()
    state = 0.5 * state + 0.1 * torch.randn(2)
