import torch


def simulate(angle0, omega2, dt=0.1, n=6):
    traj = torch.zeros(n, 2)
    traj[0, 0] = angle0
    for k in range(n - 1):
        angle, speed = traj[k, 0], traj[k, 1]
        accel = -omega2 * torch.sin(angle)
        traj[k + 1, 1] = speed + dt * accel
        traj[k + 1, 0] = angle + dt * traj[k + 1, 1]
    return traj


angle0 = torch.tensor(0.8, requires_grad=True)
omega2 = torch.tensor(9.0, requires_grad=True)
observed = torch.linspace(0.8, 0.2, 6)
loss = (simulate(angle0, omega2)[:, 0] - observed).pow(2).sum()
loss.backward()
print("d loss / d omega2", omega2.grad)
