import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(2428)
router = nn.Linear(3, 2)
experts = nn.ModuleList([nn.Linear(3, 3) for _ in range(2)])
x = torch.randn(6, 3)

torch.manual_seed(7)
g = -torch.empty(6, 2).exponential_().log()
soft = torch.softmax((router(x) + g) / 0.8, dim=1)
route = F.one_hot(soft.argmax(1), 2).float() - soft.detach() + soft
usage = torch.bincount(route.argmax(dim=1), minlength=2)
out = sum(route[:, k:k + 1] * expert(x) for k, expert in enumerate(experts))
loss = (out - x).square().mean()
loss.backward()
print("load", usage.tolist())
