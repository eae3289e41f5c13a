import torch

torch.manual_seed(1623)
x = torch.randn(10, 2)
y = x @ torch.tensor([1.0, -2.0]) + 0.5
w = torch.zeros(2, requires_grad=True)
b = torch.zeros(1, requires_grad=True)
lr = 0.1

for step in range(3):
    loss = (x @ w + b - y).pow(2).mean()
    w.grad, b.grad = None, None
    loss.backward()
    with torch.no_grad():
        w -= lr * w.grad
        b.sub_(lr * b.grad)
    print(step, round(loss.item(), 4))
