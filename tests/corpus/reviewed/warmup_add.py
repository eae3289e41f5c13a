import time, torch
a, b = torch.randn(3), torch.randn(3)
torch.add(a, b)          # warm up
t = time.time()
torch.add(a, b)
print(time.time() - t)
w = torch.randn(3, requires_grad=True)
(a * w).sum().backward()
assert torch.allclose(w.grad, a)
