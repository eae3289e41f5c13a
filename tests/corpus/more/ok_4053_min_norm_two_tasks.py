import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(108)
shared = nn.Linear(4, 4)
head_a, head_b = nn.Linear(4, 1), nn.Linear(4, 3)
groups = [
    {"params": shared.parameters(), "lr": 0.1},
    {"params": [*head_a.parameters(), *head_b.parameters()], "lr": 0.05},
]
opt = torch.optim.SGD(groups)
sched = torch.optim.lr_scheduler.StepLR(opt, step_size=2, gamma=0.5)


def min_norm_weight(ga, gb):
    diff = ga - gb
    denom = diff.pow(2).sum()
    if denom.item() == 0.0:
        return 0.5
    alpha = (gb * (gb - ga)).sum() / denom
    return float(alpha.clamp(0.0, 1.0))


def flat_grad(loss, params, retain):
    grads = torch.autograd.grad(loss, params, retain_graph=retain)
    return torch.cat([g.reshape(-1) for g in grads])


x = torch.randn(9, 4)
ya, yb = torch.randn(9, 1), torch.randint(0, 3, (9,))
history = []
for step in range(4):
    opt.zero_grad()
    h = torch.tanh(shared(x))
    loss_a = F.mse_loss(head_a(h), ya)
    loss_b = F.cross_entropy(head_b(h), yb)
    ga = flat_grad(loss_a, list(shared.parameters()), retain=True)
    gb = flat_grad(loss_b, list(shared.parameters()), retain=True)
    alpha = min_norm_weight(ga, gb)
    combined = alpha * loss_a + (1 - alpha) * loss_b
    combined.backward()
    opt.step()
    sched.step()
    history.append({"alpha": alpha, "a": loss_a.item(), "b": loss_b.item(), "lr": sched.get_last_lr()[0]})
for row in history:
    print({k: round(v, 4) for k, v in row.items()})
