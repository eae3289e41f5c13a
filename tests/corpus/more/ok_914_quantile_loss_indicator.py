import torch
import torch.nn as nn

torch.manual_seed(9914)
net = nn.Linear(2, 3)
state, target = torch.randn(4, 2), torch.randn(4, 1)
tau = torch.tensor([0.25, 0.5, 0.75])

diff = target - net(state)
huber = torch.where(diff.abs() < 1.0, 0.5 * diff.pow(2), diff.abs() - 0.5)
loss = (huber * (tau - (diff < 0).float()).abs()).mean()
loss.backward()
