import torch
import torch.nn as nn

torch.manual_seed(1017)
policy, value = nn.Linear(2, 2), nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
episode, rewards = torch.randn(3, 2), torch.randn(3)

surrogates = []
for state, r in zip(episode, rewards):
    v = value(state).squeeze()
    v_loss = (v - r) ** 2
    v_loss.backward()
    advantage = r - v
    ratio = torch.exp(torch.log_softmax(policy(state), 0)[1])
    surrogates.append(ratio * advantage)
loss = -torch.stack(surrogates).mean()
loss.backward()
