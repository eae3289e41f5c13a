import torch

torch.manual_seed(227)
x0 = torch.randn(3, 2, requires_grad=True)
drift = torch.tensor([0.1, -0.2])

cloud = x0 * 1.0
moved = []
for i, particle in enumerate(cloud):
    particle += drift * (i + 1)
    moved.append(particle)
loss = torch.stack(moved).pow(2).sum()
loss.backward()
