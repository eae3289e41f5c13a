import torch

torch.manual_seed(84)
x, y = torch.randn(8, 2), torch.randn(8)
params = [torch.randn(2, requires_grad=True), torch.zeros((), requires_grad=True)]
velocity = [torch.zeros_like(p) for p in params]


def sgd(params, velocity, lr=0.1, mu=0.9):
    with torch.no_grad():
        for p, v in zip(params, velocity):
            v.mul_(mu).add_(p.grad)
            p -= lr * v
            p.grad.zero_()


for step in range(3):
    w, b = params
    loss = (x @ w + b - y).square().mean()
    loss.backward()
    if step < 2:
        sgd(params, velocity)
