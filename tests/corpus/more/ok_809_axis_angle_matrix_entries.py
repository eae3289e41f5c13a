import torch

torch.manual_seed(808)
r = torch.rand(2, 3, requires_grad=True)
point = torch.tensor([1.0, 2.0, 3.0])


def rot_from_axisangle(vec):
    angle = torch.norm(vec, 2, 1, True)
    x, y, z = (vec / (angle + 1e-7)).t()
    ca, sa = torch.cos(angle[:, 0]), torch.sin(angle[:, 0])
    rot = torch.zeros(vec.shape[0], 3, 3)
    for i, a in enumerate((x, y, z)):
        rot[:, i, i] = torch.squeeze(a * a * (1 - ca) + ca)
    for i, j, a, b, s in ((0, 1, x, y, -z), (0, 2, x, z, y), (1, 2, y, z, -x)):
        rot[:, i, j] = a * b * (1 - ca) + s * sa
        rot[:, j, i] = a * b * (1 - ca) - s * sa
    return rot


loss = (rot_from_axisangle(r) @ point).pow(3).sum()
loss.backward()
