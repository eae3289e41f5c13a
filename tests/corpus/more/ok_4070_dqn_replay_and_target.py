import copy
import random

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


class Replay:
    def __init__(self, size, obs):
        self.s = np.zeros((size, obs), dtype=np.float32)
        self.s2 = np.zeros((size, obs), dtype=np.float32)
        self.a = np.zeros(size, dtype=np.int64)
        self.r = np.zeros(size, dtype=np.float32)
        self.d = np.zeros(size, dtype=np.float32)
        self.size, self.n = size, 0

    def push(self, s, a, r, s2, d):
        i = self.n % self.size
        self.s[i], self.a[i], self.r[i], self.s2[i], self.d[i] = s, a, r, s2, d
        self.n += 1

    def sample(self, k):
        idx = random.sample(range(min(self.n, self.size)), k)
        return [torch.from_numpy(arr[idx]) for arr in (self.s, self.a, self.r, self.s2, self.d)]


class QNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.inp, self.out = nn.Linear(2, 8), nn.Linear(8, 3)

    def forward(self, s):
        return self.out(F.relu(self.inp(s), inplace=True))


class Agent:
    def __init__(self):
        self.q = QNet()
        self.target = copy.deepcopy(self.q)
        self.opt = torch.optim.Adam(self.q.parameters(), lr=5e-3)
        self.memory, self.updates, self.eps = Replay(20, 2), 0, 1.0

    def act(self, s):
        self.eps = max(0.1, self.eps * 0.97)
        if random.random() < self.eps:
            return random.randrange(3)
        with torch.no_grad():
            return int(self.q(torch.as_tensor(s)).argmax())

    def learn(self):
        s, a, r, s2, d = self.memory.sample(6)
        pred = self.q(s).gather(1, a.unsqueeze(1)).squeeze(1)
        with torch.no_grad():
            y = r + 0.95 * (1 - d) * self.target(s2).max(1).values
        loss = F.huber_loss(pred, y)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        self.updates += 1
        if self.updates % 5 == 0:
            self.target.load_state_dict(self.q.state_dict())
        return loss.item()


random.seed(3)
torch.manual_seed(125)
rng, agent = np.random.default_rng(0), Agent()
s, losses = rng.normal(size=2).astype(np.float32), []
for t in range(24):
    a = agent.act(s)
    s2 = (0.9 * s + 0.2 * (a - 1) + 0.05 * rng.normal(size=2)).astype(np.float32)
    agent.memory.push(s, a, -float(np.abs(s2).sum()), s2, float(t % 8 == 7))
    s = s2
    if agent.memory.n >= 8:
        losses.append(agent.learn())
print("updates", agent.updates, "loss", round(losses[-1], 5))
