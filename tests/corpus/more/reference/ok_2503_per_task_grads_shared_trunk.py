import torch
import torch.nn as nn

torch.manual_seed(2559)
trunk = nn.Sequential(nn.Linear(3, 4), nn.Tanh())
heads = nn.ModuleDict({"depth": nn.Linear(4, 1), "normal": nn.Linear(4, 2), "seg": nn.Linear(4, 3)})
x = torch.randn(5, 3)
targets = {name: torch.randn(5, head.out_features) for name, head in heads.items()}

losses = {name: (head(trunk(x)) - targets[name]).pow(2).mean() for name, head in heads.items()}
per_task = []
for k, (name, loss) in enumerate(losses.items()):
    trunk.zero_grad()
    loss.backward()
    per_task.append(trunk[0].weight.grad.clone())
cosine = torch.cosine_similarity(per_task[0].flatten(), per_task[1].flatten(), dim=0)
