import torch

torch.manual_seed(2307)
rays = torch.rand(5, 6)
density = torch.zeros(6, requires_grad=True)
counts = rays @ torch.tensor([0.0, 1.0, 0.5, 0.0, 2.0, 0.0])


@torch.no_grad()
def project(x):
    x.clamp_(min=0.0)


optimizer = torch.optim.SGD([density], lr=0.3)
for iteration in range(4):
    optimizer.zero_grad()
    loss = (rays @ density - counts).pow(2).mean()
    loss.backward()
    optimizer.step()
    project(density)
