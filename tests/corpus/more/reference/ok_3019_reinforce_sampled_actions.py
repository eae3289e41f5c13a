import torch
import torch.nn as nn
from torch.distributions import Categorical

torch.manual_seed(3219)
policy = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
GAMMA = 0.9


def discounted(rewards):
    out, acc = [], 0.0
    for r in reversed(rewards):
        acc = r + GAMMA * acc
        out.insert(0, acc)
    out = torch.tensor(out)
    return (out - out.mean()) / (out.std() + 1e-6)


log_probs, rewards = [], []
state = torch.randn(3)
for _ in range(5):
    dist = Categorical(logits=policy(state))
    action = dist.sample()
    log_probs.append(policy(state).log_softmax(-1)[action.item()])
    rewards.append(1.0 if action.item() == 0 else float(state.sum()))
    state = torch.roll(state, 1) + 0.1 * action
loss = -(torch.stack(log_probs) * discounted(rewards)).sum()
loss.backward()
