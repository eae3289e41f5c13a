import torch


def free_space(d):
    one, zero = torch.ones(()), torch.zeros(())
    return torch.stack([torch.stack([one, d]), torch.stack([zero, one])])


def thin_lens(f):
    return torch.stack([torch.tensor([1.0, 0.0]), torch.stack([-1.0 / f, torch.ones(())])])


def trace(ray, elements):
    for m in elements:
        ray = m @ ray
    return ray


f1 = torch.tensor(2.0, requires_grad=True)
gap = torch.tensor(1.5, requires_grad=True)
rays = torch.tensor([[0.1, 0.5, -0.3], [0.0, 0.1, 0.2]])
image = trace(rays, [thin_lens(f1), free_space(gap)])
loss = image[0].pow(2).sum()
loss.backward()
