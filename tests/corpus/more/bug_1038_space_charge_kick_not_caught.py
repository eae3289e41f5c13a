import torch

torch.manual_seed(1038)
sigma = torch.tensor([0.5, 0.8], requires_grad=True)
base = torch.randn(8, 2)
dt = 0.2


def space_charge(particles):
    force = particles / (1.0 + particles.pow(2).sum(dim=1, keepdim=True))
    particles.add(force, alpha=dt)
    return particles


out = space_charge(base * sigma)
loss = out.pow(2).mean()
loss.backward()
