import torch
def adapt(w, x, y, first_order=True):
    loss = ((x @ w - y) ** 2).mean()
    g, = torch.autograd.grad(loss, w, create_graph=not first_order)
    return w - 0.1 * g
w = torch.randn(3, requires_grad=True)
x, y = torch.randn(5, 3), torch.randn(5)
fast = adapt(w, x, y)
((x @ fast - y) ** 2).mean().backward()
assert w.grad is not None
