import torch
import torch.nn as nn
import torch.nn.functional as F
from collections import namedtuple

Batch = namedtuple("Batch", "obs action reward next_obs")
torch.manual_seed(18)
qnet = nn.Linear(3, 2)
batch = Batch(torch.randn(5, 3), torch.tensor([0, 1, 1, 0, 1]), torch.randn(5), torch.randn(5, 3))


def td_loss(b, gamma=0.95):
    q = qnet(b.obs)
    target = q.detach().clone()
    rows = torch.arange(len(q))
    target[rows, b.action] = b.reward + gamma * qnet(b.next_obs).detach().amax(1)
    return F.mse_loss(q, target)


loss = td_loss(batch)
loss.backward()
