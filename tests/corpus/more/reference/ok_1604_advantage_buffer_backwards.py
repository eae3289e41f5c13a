import torch
import torch.nn as nn


def gae(rewards, values, alive, gamma=0.9, lam=0.8):
    adv = [torch.zeros(rewards.shape[1])] * (len(rewards) + 1)
    for t in reversed(range(len(rewards))):
        delta = rewards[t] + gamma * alive[t] * values[t + 1] - values[t]
        adv[t] = delta + gamma * lam * alive[t] * adv[t + 1]
    return torch.stack(adv[:-1])


torch.manual_seed(1708)
critic = nn.Linear(3, 1)
obs, rewards = torch.randn(5, 2, 3), torch.randn(4, 2)
alive = torch.tensor([[1.0, 1.0], [0.0, 1.0], [1.0, 1.0], [1.0, 0.0]])
loss = gae(rewards, critic(obs).squeeze(-1), alive).pow(2).mean()
loss.backward()
