import torch
import torch.nn as nn

torch.manual_seed(119)
qnet = nn.Linear(3, 2)
obs, act, ret = torch.randn(4, 3), torch.tensor([1, 0, 0, 1]), torch.randn(4)

q = qnet(obs)
target = q.detach().clone()
target[torch.arange(4), act] = ret
target.mul_(0.5).add_(q.detach(), alpha=0.5)
loss = nn.functional.smooth_l1_loss(q, target)
loss.backward()
