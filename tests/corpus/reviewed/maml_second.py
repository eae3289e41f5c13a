import torch
w = torch.randn(3, requires_grad=True)
opt = torch.optim.SGD([w], lr=0.1)
for _ in range(3):
    opt.zero_grad()
    x, y = torch.randn(5, 3), torch.randn(5)
    inner = ((x @ w - y) ** 2).mean()
    g, = torch.autograd.grad(inner, w, create_graph=True)
    fast = w - 0.1 * g
    outer = ((x @ fast - y) ** 2).mean()
    outer.backward()
    opt.step()
