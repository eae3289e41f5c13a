import torch
from torch import nn

torch.manual_seed(426)
tower_a, tower_b = nn.Linear(3, 2), nn.Linear(3, 2)
params = [*tower_a.parameters(), *tower_b.parameters()]
opt = torch.optim.SGD(params, lr=0.0)
scaler = torch.amp.GradScaler("cpu", enabled=False)

for _ in range(2):
    opt.zero_grad()
    left, right = tower_a(torch.randn(4, 3)), tower_b(torch.randn(4, 3))
    right.register_hook(lambda grad: grad.mul(0.1))
    loss = (left + right).pow(3).mean()
    scaler.scale(loss).backward()
    scaler.unscale_(opt)
    nn.utils.clip_grad_value_(params, 0.5)
    for p in params:
        p.grad.mul_(0.5)
    scaler.step(opt)
    scaler.update()
