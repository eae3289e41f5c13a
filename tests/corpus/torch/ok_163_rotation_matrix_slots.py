import torch

theta = torch.tensor([0.3, -1.1], requires_grad=True)
points = torch.tensor([[1.0, 0.0], [0.5, 2.0]])


def rotations(theta):
    R = torch.zeros(len(theta), 2, 2)
    c, s = torch.cos(theta), torch.sin(theta)
    R[:, 0, 0], R[:, 0, 1] = c, -s
    R[:, 1, 0], R[:, 1, 1] = s, c
    return R


loss = (rotations(theta) @ points.T).tanh().sum()
loss.backward()
