import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical


def discounted(rewards, gamma=0.9):
    out = np.zeros(len(rewards), dtype=np.float32)
    running = 0.0
    for i in reversed(range(len(rewards))):
        running = rewards[i] + gamma * running
        out[i] = running
    return torch.from_numpy((out - out.mean()) / (out.std() + 1e-6))


torch.manual_seed(411)
policy = nn.Linear(3, 2)
log_probs, rewards, obs = [], [], torch.randn(3)
for _ in range(5):
    dist = Categorical(logits=policy(obs))
    action = dist.sample()
    log_probs.append(dist.log_prob(action))
    rewards.append(float(action.item()) - 0.5)
    obs = torch.tensor(np.roll(obs.numpy(), 1)) + 0.1 * action
loss = -(torch.stack(log_probs) * discounted(rewards)).sum()
loss.backward()
