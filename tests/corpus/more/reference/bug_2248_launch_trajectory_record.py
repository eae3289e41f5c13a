import torch

torch.manual_seed(2248)
dt, n_steps = 0.1, 5
gravity = torch.tensor([0.0, -9.81])
launch = torch.tensor([3.0, 4.0], requires_grad=True)


def simulate(v0):
    pos = torch.zeros(2)
    vel = v0.clone()
    path = []
    for _ in range(n_steps):
        vel = vel + dt * gravity
        pos = pos + dt * vel
        path.append(pos)
    return torch.stack(path)


tracked = torch.cumsum(torch.tensor([[0.25, 0.3]]).repeat(n_steps, 1), dim=0)
loss = (simulate(launch) - tracked).pow(2).sum()
loss.backward()
