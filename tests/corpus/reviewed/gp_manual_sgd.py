import torch
w = torch.randn(2, requires_grad=True)
x = torch.randn(8, 2)
for _ in range(3):
    xi = x.clone().requires_grad_()
    f = torch.tanh(xi @ w)
    gx, = torch.autograd.grad(f.sum(), xi, create_graph=True)
    loss = f.mean() + ((gx.norm(dim=1) - 1) ** 2).mean()
    loss.backward()
    with torch.no_grad():
        w -= 0.1 * w.grad
        w.grad = None
