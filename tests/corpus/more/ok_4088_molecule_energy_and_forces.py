import torch
import torch.nn as nn
import torch.nn.functional as F


def safe_distance(pos):
    diff = pos.unsqueeze(1) - pos.unsqueeze(0)
    sq = diff.pow(2).sum(-1)
    same = torch.eye(len(pos), dtype=torch.bool)
    root = torch.where(same, torch.ones_like(sq), sq).sqrt()
    return torch.where(same, torch.zeros_like(root), root), same


def bond_angle(pos, i, j, k):
    u, v = pos[i] - pos[j], pos[k] - pos[j]
    cos = F.cosine_similarity(u, v, dim=0, eps=1e-8)
    return torch.acos(cos.clamp(-1 + 1e-6, 1 - 1e-6))


class Potential(nn.Module):
    def __init__(self, n_rbf=4):
        super().__init__()
        self.register_buffer("centres", torch.linspace(0.5, 2.5, n_rbf))
        self.radial = nn.Sequential(nn.Linear(n_rbf, 5), nn.Softplus(), nn.Linear(5, 1))
        self.stiff = nn.Parameter(torch.tensor(0.2))

    def energy(self, pos):
        r, same = safe_distance(pos)
        rbf = torch.exp(-(r.unsqueeze(-1) - self.centres).pow(2) / 0.5)
        cutoff = 0.5 * (torch.cos(r.clamp(max=3.0) * torch.pi / 3.0) + 1)
        pair = (self.radial(rbf).squeeze(-1) * cutoff).masked_fill(same, 0.0)
        bend = (bond_angle(pos, 0, 1, 2) - 1.8).pow(2)
        return 0.5 * pair.sum() + self.stiff * bend

    def forward(self, pos):
        energy = self.energy(pos)
        (grad,) = torch.autograd.grad(energy, pos, create_graph=self.training)
        return energy, -grad


def reference(pos):
    r = torch.pdist(pos)
    return (1.2 * (r - 1.1).pow(2)).sum()


torch.manual_seed(144)
base = torch.tensor([[0.0, 0.0, 0.0], [1.0, 0.1, 0.0], [1.4, 1.0, 0.2], [0.2, 1.1, -0.3]])
frames = [base + 0.1 * torch.randn(4, 3) for _ in range(4)]
model = Potential()
opt = torch.optim.Adam(model.parameters(), lr=0.01)
for epoch in range(2):
    for pos in frames:
        ref_pos = pos.clone().requires_grad_()
        ref_energy = reference(ref_pos)
        (ref_grad,) = torch.autograd.grad(ref_energy, ref_pos)
        energy, force = model(pos.detach().clone().requires_grad_())
        loss = 0.1 * (energy - ref_energy.detach()).pow(2) + (force + ref_grad).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
model.eval()
_, force = model(base.clone().requires_grad_())
print("loss", loss.item(), "net force", force.sum(0).norm().item() < 1e-4, "tracked", force.requires_grad)
