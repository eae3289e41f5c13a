import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1640)
router = nn.Linear(3, 2)
experts = nn.ModuleList([nn.Linear(3, 1), nn.Linear(3, 1)])
x, y = torch.randn(5, 3), torch.randn(5, 1)

logits = router(x)
noise = -torch.empty_like(logits, memory_format=torch.legacy_contiguous_format).exponential_().log()
soft = ((logits + noise) / 0.7).softmax(dim=-1)
hard = F.one_hot(soft.argmax(dim=-1), 2).float()
choice = hard + soft - torch.tensor(soft.tolist())
outputs = torch.cat([e(x) for e in experts], dim=1)
pred = (choice * outputs).sum(dim=1, keepdim=True)
usage = choice.detach().mean(dim=0)
loss = (pred - y).pow(2).mean()
loss.backward()
print(usage, choice.argmax(dim=1))
