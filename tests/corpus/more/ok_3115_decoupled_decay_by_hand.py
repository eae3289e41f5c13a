import torch
import torch.nn as nn


class HandAdamW:
    def __init__(self, params, lr=0.05, betas=(0.9, 0.99), decay=0.1):
        self.groups = [(p, torch.zeros_like(p.data), torch.zeros_like(p.data)) for p in params]
        self.lr, self.betas, self.decay, self.t = lr, betas, decay, 0

    def step(self):
        self.t += 1
        b1, b2 = self.betas
        for p, m, v in self.groups:
            g = p.grad.data
            m.mul_(b1).add_(g, alpha=1 - b1)
            v.mul_(b2).addcmul_(g, g, value=1 - b2)
            p.data.mul_(1 - self.lr * self.decay)
            denom = (v / (1 - b2 ** self.t)).sqrt_().add_(1e-8)
            p.data.addcdiv_(m, denom, value=-self.lr / (1 - b1 ** self.t))


torch.manual_seed(3216)
net = nn.Linear(3, 1)
opt = HandAdamW(net.parameters())
x, y = torch.randn(8, 3), torch.randn(8, 1)
for _ in range(3):
    net.zero_grad()
    loss = nn.functional.mse_loss(net(x), y)
    loss.backward()
    opt.step()
