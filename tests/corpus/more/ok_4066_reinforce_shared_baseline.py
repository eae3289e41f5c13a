from collections import deque

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Categorical


class Corridor:
    def __init__(self, length=5):
        self.length = length

    def reset(self):
        self.pos, self.t = 2, 0
        return self.obs()

    def obs(self):
        return torch.tensor([self.pos / self.length, self.t / 10.0, 1.0])

    def step(self, action):
        self.pos = max(0, min(self.length, self.pos + (1 if action == 1 else -1)))
        self.t += 1
        done = self.pos in (0, self.length) or self.t >= 8
        return self.obs(), (1.0 if self.pos == self.length else -0.1), done


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Linear(3, 6)
        self.pi = nn.Linear(6, 2)
        self.v = nn.Linear(6, 1)

    def forward(self, s):
        h = F.relu(self.trunk(s))
        return Categorical(logits=self.pi(h)), self.v(h).squeeze(-1)


def play(agent):
    state, done = env.reset(), False
    logps, values, rewards, entropies = [], [], [], []
    while not done:
        dist, value = agent(state)
        action = dist.sample()
        state, reward, done = env.step(action.item())
        logps.append(dist.log_prob(action))
        values.append(value)
        rewards.append(reward)
        entropies.append(dist.entropy())
    return logps, values, rewards, entropies


def discounted(rewards, gamma):
    out, g = deque(), 0.0
    for r in reversed(rewards):
        g = r + gamma * g
        out.appendleft(g)
    return torch.tensor(list(out))


torch.manual_seed(121)
env, agent = Corridor(), Agent()
opt = torch.optim.Adam(agent.parameters(), lr=0.01)
average = 0.0
for episode in range(5):
    logps, values, rewards, entropies = play(agent)
    returns = discounted(rewards, 0.95)
    policy_loss, value_loss = [], []
    for logp, value, ret in zip(logps, values, returns):
        advantage = ret - value.item()
        policy_loss.append(-logp * advantage)
        value_loss.append(F.smooth_l1_loss(value, ret))
    opt.zero_grad()
    loss = torch.stack(policy_loss).sum() + torch.stack(value_loss).sum() - 0.01 * torch.stack(entropies).sum()
    loss.backward()
    opt.step()
    average = 0.05 * sum(rewards) + 0.95 * average
print("average", round(average, 4), "length", len(rewards))
