import torch
import torch.nn as nn

torch.manual_seed(1138)
potential = nn.Sequential(nn.Linear(1, 4), nn.Softplus(), nn.Linear(4, 1))
opt = torch.optim.Adam(potential.parameters(), lr=1e-3)


def energy_and_forces(pos):
    pos.requires_grad_(True)
    i, j = torch.triu_indices(len(pos), len(pos), offset=1)
    pair = (pos[i] - pos[j]).norm(dim=1)
    energy = potential(pair[:, None]).sum()
    forces = -torch.autograd.grad(energy, pos, create_graph=True)[0]
    return energy, forces


def loss_fn(sample, rho=0.9):
    energy, forces = energy_and_forces(sample["pos"])
    e_err = (energy - sample["energy"]).pow(2)
    f_err = (forces - sample["forces"]).pow(2).mean()
    return (1 - rho) * e_err + rho * f_err


sample = {"pos": torch.randn(4, 3), "energy": torch.tensor(-1.0), "forces": torch.randn(4, 3)}
loss = loss_fn(sample)
opt.zero_grad()
loss.backward()
opt.step()
