import torch
import torch.nn as nn

torch.manual_seed(2534)
potential = nn.Sequential(nn.Linear(3, 5), nn.Tanh(), nn.Linear(5, 1))
PAIRS = torch.tensor([[0, 0, 1], [1, 2, 2]])


def predict(coords):
    i, j = PAIRS
    dist = (coords[:, i] - coords[:, j]).norm(dim=-1)
    energy = potential(dist).squeeze(-1)
    grad, = torch.autograd.grad(energy.sum(), coords, create_graph=True)
    return energy, -grad


frames = {
    "coords": torch.randn(4, 3, 2),
    "energy": torch.randn(4),
    "forces": torch.randn(4, 3, 2),
}
coords = frames["coords"].requires_grad_(True)
energy, forces = predict(coords)
energy_loss = (energy - frames["energy"]).pow(2).mean()
force_loss = (forces - frames["forces"]).pow(2).mean()
loss = energy_loss + 0.5 * force_loss
loss.backward()
