import torch

x = torch.tensor([0.7], requires_grad=True)
n = 6

f = torch.zeros(n)
f[0] = 1.0
for i in range(1, n):
    f[i] = f[i - 1] * x
    f[i] = 1 / (1.0 + torch.exp(-f[i]))

loss = torch.sum(f)
grad = torch.autograd.grad(loss, [x])[0]
x.grad = grad
print("f", f.tolist())
print("grad", grad)
