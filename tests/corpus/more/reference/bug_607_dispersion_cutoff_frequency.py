import torch

torch.manual_seed(607)
k = torch.linspace(0.2, 3.0, 6)
stiffness = torch.tensor([1.2, 0.4], requires_grad=True)
measured = torch.tensor([0.3, 0.8, 1.3, 1.6, 1.8, 1.8])


def branch(stiffness, cutoff=1.8):
    omega_sq = stiffness[0] * k.pow(2) + stiffness[1] * (2 - 2 * torch.cos(k))
    omega = torch.sqrt(omega_sq + 1e-4)
    omega = torch.where(omega > cutoff, torch.full_like(omega, cutoff), omega)
    return omega


def misfit(stiffness):
    omega = branch(stiffness)
    return (omega - measured).pow(2).sum()


loss = misfit(stiffness)
loss.backward()
print(stiffness.grad)
