import torch
import torch.nn as nn

torch.manual_seed(119)
qnet = nn.Linear(3, 2)
obs, act, ret = torch.randn(4, 3), torch.tensor([1, 0, 0, 1]), torch.randn(4)

q = qnet(obs)
with torch.no_grad():
    old = qnet(obs)
    hot = nn.functional.one_hot(act, 2).bool()
    target = 0.5 * torch.where(hot, ret[:, None], old) + 0.5 * old
loss = nn.functional.smooth_l1_loss(q, target)
loss.backward()
