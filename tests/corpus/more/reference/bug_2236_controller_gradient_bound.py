import torch
import torch.nn as nn

torch.manual_seed(2236)
policy = nn.Linear(2, 1)
optimizer = torch.optim.SGD(policy.parameters(), lr=0.01)


def rollout_cost(x, horizon=6, dt=0.2):
    cost = 0.0
    for _ in range(horizon):
        force = policy(x)
        x = x + dt * torch.cat([x[:, 1:], 3.0 * x[:, :1] + force], dim=1)
        cost = cost + x.pow(2).sum()
    return cost


loss = rollout_cost(torch.tensor([[0.5, -0.2], [1.0, 0.3]]))
optimizer.zero_grad()
loss.backward()
for param in policy.parameters():
    param.grad.data.clamp_(-1, 1)
optimizer.step()
