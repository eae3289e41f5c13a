import torch


def acceleration(q):
    return -q / (q.square().sum() + 0.1).pow(1.5)


def orbit(q, v, dt, steps):
    yield q, v
    for _ in range(steps):
        v = v + dt * acceleration(q)
        q = q + dt * v
        yield q, v


torch.manual_seed(3212)
v0 = torch.tensor([0.0, 1.0], requires_grad=True)
q0 = torch.tensor([1.0, 0.0])
work = torch.zeros(())
path = torch.zeros(6, 2)
for i, (q, v) in enumerate(orbit(q0, v0, dt=0.1, steps=5)):
    work += 0.5 * v.square().sum()
    path[i] = q
target = torch.tensor([0.9, 0.5])
loss = (path[-1] - target).square().sum() + 0.01 * work + path[1:4].mean()
loss.backward()
