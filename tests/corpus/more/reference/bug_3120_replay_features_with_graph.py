import collections
import random

import torch
import torch.nn as nn

Transition = collections.namedtuple("Transition", "feature reward")


class Replay:
    def __init__(self, capacity):
        self.items = collections.deque(maxlen=capacity)

    def push(self, feature, reward):
        self.items.append(Transition(feature, reward))

    def batch(self):
        picked = random.sample(list(self.items), len(self.items))
        return Transition(*(torch.stack(col) for col in zip(*picked)))


random.seed(0)
torch.manual_seed(3121)
encoder = nn.Sequential(nn.Linear(3, 4), nn.Tanh())
value = nn.Linear(4, 1)
opt = torch.optim.SGD([*encoder.parameters(), *value.parameters()], lr=0.01)
replay = Replay(capacity=8)
for _ in range(3):
    obs = torch.randn(3)
    replay.push(obs, obs.sum())
    batch = replay.batch()
    loss = (value(encoder(batch.feature)).squeeze(-1) - batch.reward).square().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
