import torch

theta = torch.tensor([0.3, -1.1], requires_grad=True)
points = torch.tensor([[1.0, 0.0], [0.5, 2.0]])


def rotations(theta):
    c, s = torch.cos(theta), torch.sin(theta)
    return torch.stack([torch.stack([c, -s], -1), torch.stack([s, c], -1)], 1)


loss = (rotations(theta) @ points.T).tanh().sum()
loss.backward()
