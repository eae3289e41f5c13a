import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1614)
ctrl = nn.Sequential(
    nn.Linear(3, 4),
    nn.Hardtanh(-1.0, 1.0, inplace=True),
    nn.Linear(4, 2),
)
plant = torch.tensor([[0.9, 0.1], [0.0, 0.8]])
obs = torch.randn(5, 3)


def rollout(obs):
    force = F.relu6(ctrl(obs), inplace=True)
    return force @ plant.t()


state = rollout(obs)
loss = (state - 0.3).pow(2).mean() + 0.01 * state.abs().mean()
loss.backward()
