import torch
import torch.nn as nn

torch.manual_seed(23)
shared = nn.Linear(3, 4)
heads = nn.ModuleList(nn.Linear(4, 1) for _ in range(2))
params = [*shared.parameters(), *heads.parameters()]
x = torch.randn(6, 3)

h = torch.relu(shared(x))
losses = [head(h).sub(float(i)).pow(2).mean() for i, head in enumerate(heads)]
per_task = []
for i, task_loss in enumerate(losses):
    grads = torch.autograd.grad(task_loss, params, retain_graph=i < len(losses) - 1, allow_unused=True)
    per_task.append([torch.zeros_like(p) if g is None else g for p, g in zip(params, grads)])
for p, *gs in zip(params, *per_task):
    p.grad = torch.stack(gs).mean(0)
print("norms", [round(sum(g.norm().item() for g in gs), 4) for gs in per_task])
