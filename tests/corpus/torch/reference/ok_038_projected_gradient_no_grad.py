import torch
import torch.nn as nn

torch.manual_seed(325)
net = nn.Linear(4, 3)
x, y = torch.randn(2, 4), torch.tensor([0, 2])
delta = torch.zeros_like(x, requires_grad=True)

for _ in range(3):
    loss = nn.functional.cross_entropy(net(x + delta), y)
    grad, = torch.autograd.grad(loss, delta)
    delta = (delta + 0.1 * grad.sign()).clamp(-0.2, 0.2).detach().requires_grad_()
nn.functional.cross_entropy(net(x + delta), y).backward()
