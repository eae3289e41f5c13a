import torch

torch.manual_seed(373)
stiffness = torch.tensor([1.0, 0.5, 2.0], requires_grad=True)
pos = torch.randn(3, requires_grad=True)
ref_force = torch.tensor([0.2, -0.1, 0.4])


def potential(pos):
    bond = pos - pos.mean()
    return (0.5 * stiffness * bond.pow(2) + 0.1 * bond.pow(4)).sum()


energy = potential(pos)
energy.backward()
force = -pos.grad
loss = (force - ref_force).pow(2).mean()
loss.backward()
print("loss", loss.item())
