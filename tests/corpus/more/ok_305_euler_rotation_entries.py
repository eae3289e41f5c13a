import torch

torch.manual_seed(4)
angles = torch.randn(3, requires_grad=True)
cloud = torch.randn(5, 3)
target = torch.randn(5, 3)


def axis_rotation(theta, axis):
    c, s = theta.cos(), theta.sin()
    R = torch.eye(3)
    i, j = [(1, 2), (0, 2), (0, 1)][axis]
    R[i, i] = c
    R[j, j] = c
    R[i, j] = -s
    R[j, i] = s
    return R


def euler(angles):
    out = torch.eye(3)
    for axis, theta in enumerate(angles):
        out = out @ axis_rotation(theta, axis)
    return out


loss = (cloud @ euler(angles).T - target).square().mean()
loss.backward()
print(angles.grad)
