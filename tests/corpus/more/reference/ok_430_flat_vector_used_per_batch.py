import torch

torch.manual_seed(4109)
a = torch.randn(2, 2, requires_grad=True)
b = torch.randn(3, requires_grad=True)
for x in torch.randn(3, 7):
    flat = torch.cat([a.reshape(-1), b])
    loss = torch.dot(flat, x) ** 2
    loss.backward()

print(a.grad, b.grad)
