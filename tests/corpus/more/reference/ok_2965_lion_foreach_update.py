import torch
import torch.nn as nn


class Lion(torch.optim.Optimizer):
    def __init__(self, params, lr=1e-2, betas=(0.9, 0.99)):
        super().__init__(params, dict(lr=lr, betas=betas))

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            b1, b2 = group["betas"]
            todo = [p for p in group["params"] if p.grad is not None]
            grads = [p.grad for p in todo]
            moments = [self.state[p].setdefault("m", torch.zeros_like(p)) for p in todo]
            updates = [m.lerp(g, 1 - b1).sign_() for m, g in zip(moments, grads)]
            for p, u, m, g in zip(todo, updates, moments, grads):
                p.data = p.data - group["lr"] * u
                self.state[p]["m"] = m + (1 - b2) * (g - m)


torch.manual_seed(1415)
net = nn.Linear(3, 1)
opt = Lion(net.parameters())
x, y = torch.randn(5, 3), torch.randn(5, 1)
for _ in range(3):
    opt.zero_grad()
    loss = nn.functional.smooth_l1_loss(net(x), y)
    loss.backward()
    opt.step()
