import torch
import torch.nn as nn
from torch.distributions import Categorical

torch.manual_seed(1128)
policy = nn.Linear(3, 2)
opt = torch.optim.Adam(policy.parameters(), lr=1e-2)


def act(state):
    dist = Categorical(logits=policy(state))
    action = dist.sample()
    return action.item(), dist.log_prob(action)


def episode(steps=4):
    state, memory = torch.randn(3), []
    for _ in range(steps):
        action, logp = act(state)
        memory.append((logp, 1.0 if action == 1 else -0.5))
        state = 0.9 * state + 0.1 * torch.randn(3)
    return memory


memory = episode()
loss = -torch.stack([logp * reward for logp, reward in memory]).sum()
opt.zero_grad()
loss.backward()
opt.step()
