import torch
w = torch.randn(4, requires_grad=True)
A = torch.randn(4, 4); A = A @ A.T
def loss_fn(w): return 0.5 * w @ A @ w
g, = torch.autograd.grad(loss_fn(w), w, create_graph=True)
v = torch.randn(4)
for _ in range(100):
    hv, = torch.autograd.grad(g, w, grad_outputs=v, retain_graph=True)
    v = hv / hv.norm()
top = (v * (A @ v)).sum().item()
opt = torch.optim.SGD([w], lr=1.0 / top)
opt.zero_grad()
loss_fn(w).backward()
opt.step()
