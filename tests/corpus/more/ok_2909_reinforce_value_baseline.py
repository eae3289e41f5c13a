import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Categorical


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.affine1 = nn.Linear(2, 5)
        self.affine2 = nn.Linear(5, 2)
        self.saved_log_probs = []
        self.rewards = []

    def forward(self, x):
        return F.softmax(self.affine2(F.relu(self.affine1(x))), dim=1)


class Walk:
    def reset(self):
        self.pos = np.zeros(2)
        return self.pos

    def step(self, action):
        self.pos[action] += 0.5
        self.pos *= 0.9
        return self.pos, float(self.pos[0] - self.pos[1] ** 2), bool(self.pos.sum() > 2.5)


torch.manual_seed(543)
env, policy, baseline = Walk(), Policy(), nn.Linear(1, 1)
optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)
b_optimizer = torch.optim.SGD(baseline.parameters(), lr=1e-2)
eps = np.finfo(np.float32).eps.item()
running_reward = 10


def select_action(state):
    state = torch.tensor(state, dtype=torch.get_default_dtype()).unsqueeze(0)
    m = Categorical(policy(state))
    action = m.sample()
    policy.saved_log_probs.append(m.log_prob(action))
    return action.item()


def finish_episode():
    R, returns = 0, []
    for r in policy.rewards[::-1]:
        R = r + 0.99 * R
        returns.insert(0, R)
    returns = torch.tensor(returns)
    times = torch.arange(len(returns), dtype=returns.dtype).unsqueeze(1) / 10
    value = baseline(times).squeeze(1)
    b_optimizer.zero_grad()
    F.mse_loss(value, returns).backward()
    b_optimizer.step()
    advantage = returns - value.detach()
    advantage = (advantage - advantage.mean()) / (advantage.std() + eps)
    policy_loss = torch.stack([-lp * adv for lp, adv in zip(policy.saved_log_probs, advantage)]).sum()
    optimizer.zero_grad()
    policy_loss.backward()
    optimizer.step()
    del policy.rewards[:]
    del policy.saved_log_probs[:]
    return policy_loss.item()


for i_episode in range(3):
    state, ep_reward = env.reset(), 0
    for t in range(1, 8):
        action = select_action(state)
        state, reward, done = env.step(action)
        policy.rewards.append(reward)
        ep_reward += reward
        if done:
            break
    running_reward = 0.05 * ep_reward + (1 - 0.05) * running_reward
    last_policy_loss = finish_episode()
