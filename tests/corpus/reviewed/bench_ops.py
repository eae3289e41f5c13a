import timeit, torch
x = torch.rand(3, 4)
def op():
    torch.mul(x, 2)
print(timeit.timeit(op, number=2))
w = torch.randn(4, requires_grad=True)
(x @ w).sum().backward()
