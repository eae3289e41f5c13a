import torch
import torch.nn as nn
import torch.nn.functional as F


def entropy(probs):
    return -(probs * probs.clamp(min=1e-6).log()).sum(-1).mean()


def sharpen(probs, power=2):
    target = probs.detach()
    target.pow_(power)
    target /= target.sum(-1, keepdim=True)
    return target


torch.manual_seed(3142)
net = nn.Sequential(nn.Linear(4, 5), nn.ReLU(), nn.Linear(5, 3))
weak = torch.randn(6, 4)
strong = weak + 0.2 * torch.randn(6, 4)
probs = F.softmax(net(weak), dim=-1)
regulariser = entropy(probs)
labels = sharpen(probs)
consistency = -(labels * F.log_softmax(net(strong), dim=-1)).sum(-1).mean()
loss = consistency + 0.1 * regulariser
loss.backward()
