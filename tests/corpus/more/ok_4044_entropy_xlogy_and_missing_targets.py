import torch
import torch.nn as nn

torch.manual_seed(54)
net = nn.Linear(3, 3)
x = torch.randn(6, 3)
x[2, 1] = float("nan")
x = torch.nan_to_num(x, nan=0.0)
target = torch.tensor([0.2, float("nan"), 1.0, 0.4, float("nan"), -0.3])

pred = net(x)
known = ~torch.isnan(target)
fit = (pred[known, 0] - target[known]).pow(2).mean()
p = pred.softmax(-1)
hard = torch.tensor([1.0, 0.0, 0.0]).expand(6, 3)
kl = (torch.xlogy(hard, hard) - hard * p.clamp_min(1e-8).log()).sum(-1).mean()
entropy = -torch.special.xlogy(p, p).sum(-1).mean()
loss = fit + 0.3 * kl - 0.1 * entropy
loss.backward()
print("known", int(known.sum()))
