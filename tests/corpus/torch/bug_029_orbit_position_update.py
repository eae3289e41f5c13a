import torch


def simulate(v0, n=3, dt=0.1):
    pos = torch.tensor([1.0, 0.0]) + 0.0 * v0
    vel = v0
    for _ in range(n):
        r = (pos * pos).sum().sqrt()
        acc = -pos / r ** 3
        vel = vel + dt * acc
        pos += dt * vel
    return pos


v0 = torch.tensor([0.0, 1.1], requires_grad=True)
goal = torch.tensor([0.9, 0.4])
loss = torch.sum((simulate(v0) - goal) ** 2)
loss.backward()
