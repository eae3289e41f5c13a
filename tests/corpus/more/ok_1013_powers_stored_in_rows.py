import torch

torch.manual_seed(2013)
x = torch.rand(2, requires_grad=True)
weight = torch.tensor([1.0, -2.0, 0.5])

table = torch.zeros(3, 2)
for n in range(3):
    table[n] = x ** (n + 2)
loss = (weight @ table).sum()
loss.backward()
