import torch
x = torch.randn(3, requires_grad=True).view(3)
y = (x ** 2).sum()
y.backward()
assert y.grad_fn.next_functions[0][0].next_functions[0][0].next_functions[0][0].variable.grad is not None
