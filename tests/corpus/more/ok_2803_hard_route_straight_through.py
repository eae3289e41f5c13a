import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(2428)
router = nn.Linear(3, 2)
experts = nn.ModuleList([nn.Linear(3, 3) for _ in range(2)])
x = torch.randn(6, 3)

torch.manual_seed(7)
route = F.gumbel_softmax(router(x), tau=0.8, hard=True)
usage = torch.bincount(route.argmax(dim=1), minlength=2)
out = sum(route[:, k:k + 1] * expert(x) for k, expert in enumerate(experts))
loss = (out - x).square().mean()
loss.backward()
print("load", usage.tolist())
