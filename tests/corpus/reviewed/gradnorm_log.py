import torch
w = torch.randn(3, requires_grad=True)
x = torch.randn(8, 3)
log = []
for _ in range(3):
    loss = (x @ w).pow(2).mean()
    g, = torch.autograd.grad(loss, w, create_graph=True)
    log.append(g.norm().item())
    with torch.no_grad():
        w -= 0.1 * g
assert log[-1] < log[0]
