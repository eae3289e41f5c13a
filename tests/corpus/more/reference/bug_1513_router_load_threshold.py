import torch
import torch.nn as nn

torch.manual_seed(1513)
router = nn.Linear(3, 3)
experts = nn.ModuleList(nn.Linear(3, 2) for _ in range(3))
tokens, target = torch.randn(5, 3), torch.randn(5, 2)

probs = torch.softmax(router(tokens), dim=-1)
mixed = sum(probs[:, i:i + 1] * expert(tokens) for i, expert in enumerate(experts))
loss = (mixed - target).pow(2).mean()

load = probs.detach().clone()
load[load < 0.34] = 0.0
print("tokens per expert", load.count_nonzero(dim=0).tolist())
loss.backward()
