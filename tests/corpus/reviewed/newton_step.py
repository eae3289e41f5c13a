import torch
x = torch.tensor([3.0], requires_grad=True)
for _ in range(20):
    f = (x ** 4).sum() - 3 * x.sum()
    g, = torch.autograd.grad(f, x, create_graph=True)
    h, = torch.autograd.grad(g.sum(), x)
    with torch.no_grad():
        x.sub_(g / h)
assert (4 * x ** 3 - 3).abs() < 1e-3
