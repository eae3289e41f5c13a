import torch
import torch.nn as nn

torch.manual_seed(2207)
q_net = nn.Linear(3, 2)
priorities = torch.ones(8)


def refresh(idxs, td):
    prio = td.detach().abs()
    prio += 1e-3
    prio.pow_(0.6)
    priorities[idxs] = prio / prio.max()


idxs = torch.tensor([1, 4, 6])
td = torch.randn(3) - q_net(torch.randn(3, 3)).max(1).values
loss = td.pow(2).mean()
refresh(idxs, td)
loss.backward()
