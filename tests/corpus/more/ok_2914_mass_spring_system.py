import torch

torch.manual_seed(8)
n, dt, steps = 5, 0.02, 12
rest = torch.linspace(0, 1, n)
edges = torch.tensor([[i, i + 1] for i in range(n - 1)] + [[0, 2], [2, 4]])
length0 = (rest[edges[:, 1]] - rest[edges[:, 0]]).abs()
stiffness = torch.full((len(edges),), 30.0).requires_grad_()
log_damping = torch.tensor(-1.0, requires_grad=True)
gravity = torch.tensor([0.0, -9.8])
target = torch.tensor([0.9, -0.3])
opt = torch.optim.Adam([{"params": [stiffness], "lr": 1.0}, {"params": [log_damping], "lr": 1e-2}])


def simulate(stiffness, damping):
    pos = torch.stack([rest, torch.zeros(n)], dim=1)
    pos[:, 1] += 0.05 * torch.sin(rest * 3.0)
    vel = torch.zeros(n, 2)
    fixed = torch.zeros(n, dtype=torch.bool)
    fixed[0] = True
    trajectory = torch.empty(steps, n, 2)
    for t in range(steps):
        d = pos[edges[:, 1]] - pos[edges[:, 0]]
        length = d.norm(dim=1, keepdim=True)
        tension = stiffness.unsqueeze(1) * (length - length0.unsqueeze(1)) * d / length
        force = torch.zeros(n, 2)
        force.index_add_(0, edges[:, 0], tension)
        force.index_add_(0, edges[:, 1], tension, alpha=-1)
        force += gravity
        force -= damping * vel
        force.masked_fill_(fixed.unsqueeze(1), 0.0)
        vel = vel + dt * force
        pos = pos + dt * vel
        trajectory[t] = pos
    return trajectory


for it in range(3):
    opt.zero_grad()
    traj = simulate(stiffness, log_damping.exp())
    loss = (traj[-1, -1] - target).pow(2).sum() + 1e-3 * traj[1:].sub(traj[:-1]).pow(2).sum()
    loss.backward()
    opt.step()
    with torch.no_grad():
        stiffness.clamp_(1.0, 200.0)
print(loss.item())
