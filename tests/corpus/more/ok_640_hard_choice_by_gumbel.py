import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1640)
router = nn.Linear(3, 2)
experts = nn.ModuleList([nn.Linear(3, 1), nn.Linear(3, 1)])
x, y = torch.randn(5, 3), torch.randn(5, 1)

logits = router(x)
choice = F.gumbel_softmax(logits, tau=0.7, hard=True)
outputs = torch.cat([e(x) for e in experts], dim=1)
pred = (choice * outputs).sum(dim=1, keepdim=True)
usage = choice.detach().mean(dim=0)
loss = (pred - y).pow(2).mean()
loss.backward()
print(usage, choice.argmax(dim=1))
