import torch
import torch.nn as nn


def reset_x0(x, conditions, action_dim):
    for step, state in conditions.items():
        x[:, step, action_dim:] = state
    return x


torch.manual_seed(922)
planner = nn.Linear(2, 12)
weights = torch.rand(3)
obs = torch.tensor([0.5, -0.5])

traj = planner(torch.randn(1, 2)).view(1, 4, 3)
value = (traj.pow(2) @ weights).sum()
traj = reset_x0(traj, {0: obs}, action_dim=1)
smooth = (traj[:, 1:] - traj[:, :-1]).abs().mean()
loss = value + smooth
loss.backward()
