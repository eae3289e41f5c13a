import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(2327)
q_net = nn.Linear(3, 2)
q_old = nn.Linear(3, 2)
state, state2 = torch.randn(5, 3), torch.randn(5, 3)
action = torch.tensor([0, 1, 1, 0, 1])
reward = torch.randn(5)


def td_targets(q_values, gamma=0.9):
    target = q_values.detach().clone()
    with torch.no_grad():
        best = q_old(state2).max(dim=1).values
    target[torch.arange(5), action] = reward + gamma * best
    return target


q_values = q_net(state)
loss = F.mse_loss(q_values, td_targets(q_values))
loss.backward()
