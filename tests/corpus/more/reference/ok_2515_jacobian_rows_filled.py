import torch


def jacobian(joints, slope):
    rows = [torch.sin(joints + i) * slope for i in range(2)]
    return torch.stack(rows, dim=1) + torch.eye(2)


torch.manual_seed(2556)
slope = torch.tensor([0.4, -0.7], requires_grad=True)
joints = torch.randn(3, 2)
velocity = torch.randn(3, 2)

J = jacobian(joints, slope)
tip = torch.einsum("nij,nj->ni", J, velocity)
manipulability = torch.linalg.det(J).pow(2).mean()
loss = tip.pow(2).mean() - 0.1 * manipulability
loss.backward()
