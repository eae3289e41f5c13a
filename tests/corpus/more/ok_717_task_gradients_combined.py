import torch

torch.manual_seed(1717)
w = torch.randn(3, requires_grad=True)
x = torch.randn(4, 3)


def task_grad(loss):
    w.grad = None
    loss.backward()
    return w.grad.clone()


g1 = task_grad((x @ w).pow(2).mean())
g2 = task_grad((x @ w - 1).abs().mean())
dot = torch.dot(g1, g2)
if dot < 0:
    g1 -= dot / g2.dot(g2) * g2
w.grad = g1 + g2
