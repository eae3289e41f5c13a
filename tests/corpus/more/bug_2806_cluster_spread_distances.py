import torch

torch.manual_seed(2344)
atoms = torch.randn(4, 3, requires_grad=True)
rest_length = 1.2


def bond_energy(pos):
    gap = pos.unsqueeze(0) - pos.unsqueeze(1)
    dist = gap.pow(2).sum(dim=-1).sqrt()
    off_diagonal = 1.0 - torch.eye(pos.shape[0])
    return ((dist - rest_length).pow(2) * off_diagonal).sum() / 2


loss = bond_energy(atoms)
loss.backward()
print("forces", -atoms.grad)
