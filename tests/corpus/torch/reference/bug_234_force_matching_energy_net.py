import torch
import torch.nn as nn


class PairPotential(nn.Module):
    def __init__(self):
        super().__init__()
        self.pair = nn.Sequential(nn.Linear(1, 4), nn.SiLU(), nn.Linear(4, 1))

    def energy(self, pos):
        i, j = torch.triu_indices(len(pos), len(pos), offset=1)
        r = (pos[i] - pos[j]).norm(dim=1, keepdim=True)
        return self.pair(r).sum()

    def energy_and_forces(self, pos):
        pos = pos.detach().requires_grad_(True)
        e = self.energy(pos)
        f = -torch.autograd.grad(e, pos, create_graph=True)[0]
        return e, f


torch.manual_seed(374)
potential = PairPotential()
opt = torch.optim.AdamW(potential.parameters(), lr=1e-3)
frames = [(torch.randn(3, 3), torch.tensor(-1.0), torch.randn(3, 3))]

for pos, e_ref, f_ref in frames:
    e, f = potential.energy_and_forces(pos)
    loss = (e - e_ref).pow(2) + 10.0 * (f - f_ref).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
