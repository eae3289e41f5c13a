import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1704)
trunk, pi, v = nn.Linear(3, 4), nn.Linear(4, 2), nn.Linear(4, 1)
opt = torch.optim.SGD([*trunk.parameters(), *pi.parameters(), *v.parameters()], lr=0.1)
obs, acts, returns = torch.randn(5, 3), torch.tensor([0, 1, 0, 1, 1]), torch.randn(5)

h = torch.tanh(trunk(obs))
values = v(h).squeeze(-1)
policy_loss = (F.cross_entropy(pi(h), acts, reduction="none") * (returns - values.detach())).mean()
value_loss = F.mse_loss(values, returns)

opt.zero_grad()
policy_loss.backward(retain_graph=True)
value_loss.backward()
opt.step()
