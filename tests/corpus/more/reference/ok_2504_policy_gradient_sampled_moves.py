import torch
import torch.nn as nn
from torch.distributions import Categorical

torch.manual_seed(2566)
actor = nn.Linear(3, 4)
reward_table = torch.tensor([0.1, 1.0, -0.5, 0.3])


def collect(obs):
    dist = Categorical(logits=actor(obs))
    action = dist.sample()
    greedy = dist.probs.argmax(dim=-1)
    reward = reward_table[action] + 0.2 * (action == greedy).float()
    logp = actor(obs).log_softmax(dim=-1)
    entropy = -(logp.exp() * logp).sum(-1)
    return logp.gather(1, action[:, None]).squeeze(1), reward, entropy


obs = torch.randn(6, 3)
logp, reward, entropy = collect(obs)
advantage = (reward - reward.mean()) / (reward.std() + 1e-6)
loss = -(logp * advantage).mean() - 0.01 * entropy.mean()
loss.backward()
