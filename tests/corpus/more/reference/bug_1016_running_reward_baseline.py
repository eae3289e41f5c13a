import torch
import torch.nn as nn
from torch.distributions import Normal

torch.manual_seed(1016)
policy = nn.Linear(1, 1)
opt = torch.optim.Adam(policy.parameters(), lr=1e-3)
x, goal = torch.ones(1), torch.tensor(3.0)

baseline = 0.0
for epoch in range(3):
    action = Normal(policy(x), 1.0).rsample()
    reward = -torch.square(goal - action)
    baseline = 0.9 * baseline + 0.1 * reward.detach()
    loss = -(reward - baseline).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
