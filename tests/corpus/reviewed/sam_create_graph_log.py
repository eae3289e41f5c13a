import torch
w = torch.randn(3, requires_grad=True)
x = torch.randn(4, 3)
for _ in range(2):
    loss = (x @ w).pow(2).mean()
    g, = torch.autograd.grad(loss, w, create_graph=True)
    curv, = torch.autograd.grad(g.norm(), w, retain_graph=True)
    print("curvature", curv.norm().item())
    with torch.no_grad():
        w -= 0.1 * g
    loss = (x @ w).pow(2).mean()
    loss.backward()
    w.grad = None
