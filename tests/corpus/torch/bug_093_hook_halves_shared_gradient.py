import torch

torch.manual_seed(268)
x = torch.randn(3, requires_grad=True)


def damp(grad):
    grad.mul_(0.5)
    return grad


a = x * 1.0
b = x * 2.0
b.register_hook(damp)
loss = ((a + b) * torch.tensor([1.0, 2.0, 3.0])).sum()
loss.backward()
