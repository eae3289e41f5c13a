import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1711)
net = nn.Linear(3, 3)
obs, acts, returns = torch.randn(5, 3), torch.tensor([0, 1, 1, 0, 1]), torch.randn(5)

out = net(obs)
logp, values = F.log_softmax(out[:, :2], dim=-1), torch.tanh(out[:, 2])
advantage = returns - values.detach()
advantage -= advantage.mean()
advantage /= advantage.std() + 1e-6
loss = F.mse_loss(values, returns) - (logp[torch.arange(5), acts] * advantage).mean()
loss.backward()
