import torch
import torch.nn as nn

torch.manual_seed(411)
policy = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
HORIZON, DT = 4, 0.1


def rollout(x0):
    traj, ctrl = [], []
    x = x0
    traj.append(x)
    for k in range(HORIZON):
        u = policy(x).squeeze(-1)
        ctrl.append(u)
        pos, vel = x[:, 0], x[:, 1]
        x = torch.stack([pos + DT * vel, vel + DT * (u - torch.sin(pos))], dim=1)
        traj.append(x)
    return torch.stack(traj), torch.stack(ctrl)


traj, ctrl = rollout(torch.randn(3, 2))
goal = torch.zeros(2)
loss = (traj[1:] - goal).square().mean() + 0.05 * ctrl.square().mean()
loss.backward()
