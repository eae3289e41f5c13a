import torch


def simulate(angle0, omega2, dt=0.1, n=6):
    angle, speed = angle0, torch.zeros(())
    rows = [torch.stack([angle, speed])]
    for k in range(n - 1):
        accel = -omega2 * torch.sin(angle)
        speed = speed + dt * accel
        angle = angle + dt * speed
        rows.append(torch.stack([angle, speed]))
    return torch.stack(rows)


angle0 = torch.tensor(0.8, requires_grad=True)
omega2 = torch.tensor(9.0, requires_grad=True)
observed = torch.linspace(0.8, 0.2, 6)
loss = (simulate(angle0, omega2)[:, 0] - observed).pow(2).sum()
loss.backward()
print("d loss / d omega2", omega2.grad)
