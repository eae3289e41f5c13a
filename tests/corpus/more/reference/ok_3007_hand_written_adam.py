import torch
import torch.nn as nn


class TinyAdam:
    def __init__(self, params, lr=0.05, betas=(0.9, 0.99), eps=1e-8):
        self.params = list(params)
        self.lr, self.betas, self.eps, self.t = lr, betas, eps, 0
        self.m = [torch.zeros_like(p) for p in self.params]
        self.v = [torch.zeros_like(p) for p in self.params]

    @torch.no_grad()
    def step(self):
        self.t += 1
        b1, b2 = self.betas
        for p, m, v in zip(self.params, self.m, self.v):
            m.mul_(b1).add_(p.grad, alpha=1 - b1)
            v.mul_(b2).addcmul_(p.grad, p.grad, value=1 - b2)
            denom = (v / (1 - b2**self.t)).sqrt_().add_(self.eps)
            p.addcdiv_(m, denom, value=-self.lr / (1 - b1**self.t))
            p.grad = None


torch.manual_seed(3207)
net = nn.Linear(3, 2)
opt = torch.optim.Adam(net.parameters(), lr=0.05, betas=(0.9, 0.99))
x, y = torch.randn(6, 3), torch.randn(6, 2)
for step in range(4):
    loss = nn.functional.smooth_l1_loss(net(x), y)
    loss.backward()
    if step < 3:
        opt.step()
        opt.zero_grad()
