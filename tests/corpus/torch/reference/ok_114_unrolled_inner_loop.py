import torch


def model(x, theta):
    return torch.tanh(x @ theta["w1"]) @ theta["w2"]


def adapt(theta, x, y, lr, steps):
    fast = {k: v.clone() for k, v in theta.items()}
    for _ in range(steps):
        inner = (model(x, fast) - y).pow(2).mean()
        grads = torch.autograd.grad(inner, list(fast.values()), create_graph=True)
        step = [g.mul(lr) for g in grads]
        step = [s.clamp(-1.0, 1.0) for s in step]
        fast = {k: v - s for (k, v), s in zip(fast.items(), step)}
    return fast


torch.manual_seed(144)
meta = torch.randn(2, 3, requires_grad=True)
theta = {"w1": meta, "w2": torch.randn(3, requires_grad=True)}
loss = torch.zeros(())
for task in range(2):
    xs, xq = torch.randn(4, 2), torch.randn(4, 2)
    w = torch.randn(2)
    fast = adapt(theta, xs, xs @ w, 0.3, steps=2)
    loss = loss + (model(xq, fast) - xq @ w).pow(2).mean()
loss.backward()
