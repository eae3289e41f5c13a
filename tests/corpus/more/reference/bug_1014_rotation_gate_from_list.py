import torch

torch.manual_seed(1014)
theta = torch.tensor(0.3, requires_grad=True)
state = torch.tensor([1.0, 0.0])


def ry(angle):
    half = angle / 2
    return torch.stack([torch.stack([half.cos(), -half.sin()]), torch.stack([half.sin(), half.cos()])])


psi = ry(theta) @ state
loss = 1 - psi[1] ** 2
loss.backward()
