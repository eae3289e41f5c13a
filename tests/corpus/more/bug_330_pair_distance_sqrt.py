import torch

torch.manual_seed(26)
coords = torch.randn(4, 3, requires_grad=True)
charges = torch.tensor([0.3, -0.2, 0.5, -0.6])
i, j = torch.triu_indices(4, 4, offset=1)


def lennard_jones(d2, sigma2=0.6):
    s6 = sigma2 ** 3 * d2.pow(-3)
    return 4.0 * (s6.square() - s6)


def coulomb(r, qi, qj):
    return qi * qj / r


d2 = (coords[i] - coords[j]).square().sum(dim=-1)
vdw = lennard_jones(d2)
r = d2.sqrt_()
elec = coulomb(r, charges[i], charges[j])
loss = vdw.sum() + elec.sum()
loss.backward()
forces = -coords.grad
print(forces.norm(dim=1))
