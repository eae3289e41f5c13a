import torch

torch.manual_seed(1719)
raw = torch.randn(3, 3, requires_grad=True)
spins = torch.tensor([1.0, -1.0, 1.0])

J = raw.triu(1) * 2.0
J += J.t().clone()
J.fill_diagonal_(0.1)
energy = -0.5 * spins @ J @ spins
loss = (energy - 1.0) ** 2
loss.backward()
print(raw.grad)
