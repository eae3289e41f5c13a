import torch

angle = torch.tensor([0.3, -0.7], requires_grad=True)
points = torch.tensor([[1.0, 2.0], [0.5, -1.0], [2.0, 0.0]])


def rotation(theta):
    m = torch.zeros(2, 2)
    m[0, 0] = m[1, 1] = theta.cos()
    m[1, 0] = theta.sin()
    m[0, 1] = -m[1, 0]
    return m


offset = torch.zeros(2, requires_grad=True)
rot = rotation(angle[0])
first = (points + offset) @ rot
rot = rotation(angle[1])
second = first @ rot
loss = second.abs().sum()
loss.backward()
