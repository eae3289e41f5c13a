import torch
def make():
    leaf = torch.randn(3, requires_grad=True)
    def grad():
        return leaf.grad
    return leaf * 2, grad
y, grad = make()
y.sum().backward()
assert grad() is not None
