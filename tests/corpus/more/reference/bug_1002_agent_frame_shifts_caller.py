import torch
import torch.nn as nn

torch.manual_seed(1002)
decoder = nn.Linear(2, 3)
latent = torch.randn(4, 2)
origin, heading = torch.tensor([1.5, -0.5]), 0.4
goal = torch.tensor([2.0, 1.0, 0.0])


def to_agent_frame(pos, yaw):
    pos = pos - origin
    yaw = yaw - heading
    return torch.cat([pos, yaw], dim=1)


traj = decoder(latent)
local = to_agent_frame(traj[:, :2], traj[:, 2:])
loss = local.pow(2).mean() + (traj - goal).pow(2).mean()
loss.backward()
