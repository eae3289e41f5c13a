import torch
import torch.nn as nn
from collections import namedtuple

Batch = namedtuple("Batch", "obs act rew nxt done")


def td_targets(qnet, q_values, batch, gamma=0.9):
    with torch.no_grad():
        best = qnet(batch.nxt).max(dim=1).values
    target = q_values.detach().clone()
    rows = torch.arange(len(batch.act))
    target[rows, batch.act] = batch.rew + gamma * best * (1 - batch.done)
    return target


torch.manual_seed(3103)
qnet = nn.Linear(3, 2)
batch = Batch(
    obs=torch.randn(4, 3),
    act=torch.tensor([1, 0, 0, 1]),
    rew=torch.tensor([1.0, 0.0, -1.0, 0.5]),
    nxt=torch.randn(4, 3),
    done=torch.tensor([0.0, 0.0, 1.0, 0.0]),
)
q_values = qnet(batch.obs)
loss = nn.functional.mse_loss(q_values, td_targets(qnet, q_values, batch))
loss.backward()
