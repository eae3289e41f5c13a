import torch
import torch.nn as nn
from torch.autograd import Variable

torch.manual_seed(646)
net = nn.Linear(4, 3)
opt = torch.optim.SGD(net.parameters(), lr=0.1)


def pairwise_hinge(scores, rank, margin=0.5):
    better, worse = rank[:-1], rank[1:]
    gap = scores.gather(1, better[None]) - scores.gather(1, worse[None])
    loss = torch.clamp(margin - gap, min=0).sum()
    return loss


x = torch.randn(1, 4)
rank = torch.tensor([2, 0, 1])
opt.zero_grad()
loss = pairwise_hinge(net(x), rank)
loss.backward()
opt.step()
print(loss.item())
