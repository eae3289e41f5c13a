import torch

torch.manual_seed(2323)
velocity = torch.tensor([0.4, -0.1], requires_grad=True)
gravity = torch.tensor([0.0, -0.2])
observed = torch.randn(4, 2)


def shoot(start, v, steps, dt=0.5):
    pos = start.clone()
    track = []
    for k in range(steps):
        pos = pos + dt * (v + k * dt * gravity)
        track.append(pos)
    return torch.stack(track)


track = shoot(torch.zeros(2), velocity, 4)
loss = (track - observed).square().sum()
loss.backward()
