import torch
import torch.nn as nn

torch.manual_seed(4120)
reward_net = nn.Linear(3, 1)
states = torch.randn(6, 3)
done = torch.tensor([0.0, 0.0, 1.0, 0.0, 0.0, 1.0])

reward = reward_net(states).squeeze(1)
returns = torch.zeros(7)
for t in reversed(range(6)):
    returns[t] = reward[t] + 0.9 * (1 - done[t]) * returns[t + 1]
advantage = returns[:-1] - returns[:-1].mean()
loss = advantage.pow(2).mean()
loss.backward()
