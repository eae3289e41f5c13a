import torch
import torch.nn as nn

torch.manual_seed(827)
head = nn.Linear(3, 3)
tail = nn.Linear(3, 4)
lsm = nn.LogSoftmax(dim=1)


def get_log_prob(x):
    head_lp = lsm(head(x))
    prior = head_lp[:, 2:]
    tail_lp = lsm(tail(x)) + prior
    return torch.cat([head_lp[:, :2], tail_lp], dim=1)


words = torch.tensor([0, 3, 5])
log_prob = get_log_prob(torch.randn(3, 3))
loss = -log_prob[torch.arange(3), words].mean()
loss.backward()
