import torch

w = torch.tensor([1.5, -0.5], requires_grad=True)


def f(w):
    return (w ** 4).sum() + (w[0] * w[1])


for _ in range(2):
    g, = torch.autograd.grad(f(w), w)
    h = torch.autograd.functional.hessian(f, w.detach())
    w = (w.detach() - torch.linalg.solve(h, g)).requires_grad_()
f(w).backward()
