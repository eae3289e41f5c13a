import torch
import torch.nn as nn

TASKS = {"depth": 1.0, "normals": 0.3, "edges": 0.1}

torch.manual_seed(1320)
trunk = nn.Linear(3, 2)
heads = nn.ModuleDict({name: nn.Linear(2, 1) for name in TASKS})
crops = torch.randn(2, 4, 3)
truth = {name: torch.randn(2, 4, 1) for name in TASKS}

sums = {name: torch.zeros(()) for name in TASKS}
for i, crop in enumerate(crops):
    feats = trunk(crop).tanh()
    for name, head in heads.items():
        sums[name] += nn.functional.mse_loss(head(feats), truth[name][i])

loss = sum(TASKS[name] * total for name, total in sums.items())
loss.backward()
print({name: round(total.item(), 4) for name, total in sums.items()})
