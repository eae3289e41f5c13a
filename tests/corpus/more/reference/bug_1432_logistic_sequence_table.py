import torch

x = torch.tensor([0.7], requires_grad=True)
n = 6

f = [torch.ones(1)]
for i in range(1, n):
    f.append(1 / (1.0 + torch.exp(-f[i - 1] * x)))
f = torch.cat(f)

loss = torch.sum(f)
grad = torch.autograd.grad(loss, [x])[0]
x.grad = grad
print("f", f.tolist())
print("grad", grad)
