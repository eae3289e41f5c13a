import torch
torch.manual_seed(0)
w = torch.tensor([1.0, 2.0], requires_grad=True)
for _ in range(3):
    loss = (w ** 4).sum()
    g, = torch.autograd.grad(loss, w, create_graph=True)
    v = torch.randint(0, 2, w.shape).float() * 2 - 1
    hv, = torch.autograd.grad((g * v).sum(), w)
    h = hv * v
    with torch.no_grad():
        w -= 0.1 * g / (h.abs() + 1e-3)
assert w.abs().max() < 2
