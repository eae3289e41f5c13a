import torch

x = torch.tensor([-2.0, 0.0, 1.5, 3.0], requires_grad=True)
huber = torch.where(x.abs() < 1.0, 0.5 * x ** 2, x.abs() - 0.5)
weight = torch.arange(1.0, 5.0)
loss = (weight * huber).sum()
loss.backward()
print(x.grad)
