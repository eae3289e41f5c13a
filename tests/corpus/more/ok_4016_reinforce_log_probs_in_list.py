import torch
import torch.nn as nn
from torch.distributions import Categorical

torch.manual_seed(26)
policy = nn.Linear(2, 3)
log_probs, rewards, state = [], [], torch.tensor([0.1, -0.2])

while len(rewards) < 6:
    dist = Categorical(logits=policy(state))
    action = dist.sample()
    log_probs.append(dist.log_prob(action))
    a = action.item()
    state = state * 0.9 + 0.1 * (a - 1)
    rewards.append(1.0 - abs(state[0].item()))

returns, running = [], 0.0
for r in reversed(rewards):
    running = r + 0.95 * running
    returns.insert(0, running)
returns = torch.tensor(returns)
returns = (returns - returns.mean()) / (returns.std() + 1e-6)
loss = -(torch.stack(log_probs) * returns).sum()
loss.backward()
