import torch
import torch.nn as nn
import torch.nn.functional as F


def jitter(batch, sigma):
    return batch + sigma * torch.randn_like(batch)


def consistency(net, batch, sigma=0.5):
    p = F.log_softmax(net(batch), dim=-1)
    q = F.log_softmax(net(jitter(batch, sigma)), dim=-1)
    return F.kl_div(q, p, log_target=True, reduction="batchmean")


torch.manual_seed(525)
net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 3))
batch = torch.randn(4, 3)
labels = torch.tensor([0, 2, 1, 1])
loss = F.cross_entropy(net(batch), labels)
loss = loss + 2.0 * consistency(net, batch)
loss.backward()
