import torch
w = torch.randn(3, requires_grad=True)
x = torch.randn(4, 3)
for _ in range(2):
    loss = (x @ w).pow(2).mean()
    g, = torch.autograd.grad(loss, w, create_graph=True)
    with torch.no_grad():
        w -= 0.1 * g          # plain gradient descent
final = (x @ w).pow(2).mean()
final.backward()
print("gradient at the end", w.grad.norm())
