import torch

torch.manual_seed(808)
r = torch.rand(2, 3, requires_grad=True)
point = torch.tensor([1.0, 2.0, 3.0])


def rot_from_axisangle(vec):
    angle = torch.norm(vec, 2, 1, True)
    x, y, z = (vec / (angle + 1e-7)).t()
    ca, sa = torch.cos(angle[:, 0]), torch.sin(angle[:, 0])
    c = 1 - ca
    rows = [
        torch.stack([x * x * c + ca, x * y * c - z * sa, x * z * c + y * sa], 1),
        torch.stack([x * y * c + z * sa, y * y * c + ca, y * z * c - x * sa], 1),
        torch.stack([x * z * c - y * sa, y * z * c + x * sa, z * z * c + ca], 1),
    ]
    return torch.stack(rows, 1)


loss = (rot_from_axisangle(r) @ point).pow(3).sum()
loss.backward()
