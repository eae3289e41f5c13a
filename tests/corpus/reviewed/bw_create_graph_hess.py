import torch
w = torch.randn(3, requires_grad=True)
x = torch.randn(4, 3)
for _ in range(2):
    loss = (x @ w).pow(2).mean()
    loss.backward(create_graph=True)
    g = w.grad
    h, = torch.autograd.grad(g.sum(), w)
    with torch.no_grad():
        w.sub_(0.1 * g / h.abs().clamp(min=1.0))
    w.grad = None
