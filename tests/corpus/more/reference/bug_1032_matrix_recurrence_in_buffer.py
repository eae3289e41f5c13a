import torch

torch.manual_seed(1032)
n = 4
b = torch.randn(n, 2, 2, requires_grad=True)

a = [torch.ones(2, 2)]
for i in range(1, n):
    a.append(a[i - 1] @ b[i - 1] + 1.0)
loss = a[-1].pow(2).mean()
loss.backward()
