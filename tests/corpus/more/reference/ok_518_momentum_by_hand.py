import torch

torch.manual_seed(84)
x, y = torch.randn(8, 2), torch.randn(8)
params = [torch.randn(2, requires_grad=True), torch.zeros((), requires_grad=True)]
velocity = [torch.zeros_like(p) for p in params]
for step in range(3):
    w, b = params
    loss = (x @ w + b - y).square().mean()
    if step == 2:
        loss.backward()
        break
    grads = torch.autograd.grad(loss, params)
    velocity = [0.9 * v + g for v, g in zip(velocity, grads)]
    params = [(p - 0.1 * v).detach().requires_grad_() for p, v in zip(params, velocity)]
