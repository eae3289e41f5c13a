import torch

torch.manual_seed(1048)
x = torch.tensor(1.0, requires_grad=True)
y = torch.tensor(0.0, requires_grad=True)

z = torch.full((2,), float("nan"))
z[0] = x * y / y
z[1] = x + y
loss = z[1]
loss.backward()
