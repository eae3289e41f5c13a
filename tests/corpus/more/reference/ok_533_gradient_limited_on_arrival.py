import torch
import torch.nn as nn

torch.manual_seed(72)
net = nn.Sequential(nn.Linear(2, 3), nn.Softsign(), nn.Linear(3, 1))


def limiter(bound):
    def hook(param):
        param.grad.clamp_(-bound, bound)

    return hook


x, y = torch.randn(6, 2), torch.randn(6, 1)
loss = nn.functional.mse_loss(net(x), y)
grads = torch.autograd.grad(loss, list(net.parameters()))
for p, g in zip(net.parameters(), grads):
    p.grad = g.clamp(-0.05, 0.05)
