import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(2419)
q_net = nn.Linear(3, 2)
state, state2 = torch.randn(5, 3), torch.randn(5, 3)
action, reward = torch.tensor([1, 0, 0, 1, 1]), torch.randn(5)

q_values = q_net(state)
target = q_values.detach().clone()
with torch.no_grad():
    best = q_net(state2).max(dim=1).values
    target[torch.arange(5), action] = reward + 0.9 * best
loss = F.smooth_l1_loss(q_values, target)
loss.backward()
