import torch
import torch.nn as nn
import torch.nn.functional as F


def soften(logits, temperature):
    targets = logits.detach()
    targets = targets / temperature
    targets -= targets.amax(dim=1, keepdim=True)
    targets.exp_()
    targets /= targets.sum(dim=1, keepdim=True)
    return targets


torch.manual_seed(2814)
net = nn.Linear(3, 4)
x, noise = torch.randn(5, 3), 0.1 * torch.randn(5, 3)
clean = net(x)
entropy = -(F.softmax(clean, 1) * F.log_softmax(clean, 1)).sum(1).mean()
targets = soften(clean, temperature=2.0)
loss = F.kl_div(F.log_softmax(net(x + noise), 1), targets, reduction="batchmean") + 0.1 * entropy
loss.backward()
print(loss.item())
