import torch


def quaternion_to_axis_angle(q):
    vec, w = q[:, 1:], q[:, 0]
    sin_sq = vec.square().sum(-1)
    sin = torch.sqrt(sin_sq)
    angle = 2.0 * torch.atan2(sin, w)
    k = torch.where(sin_sq > 0, angle / sin, torch.full_like(sin, 2.0))
    return vec * k.unsqueeze(-1)


class PoseResidual:
    def __init__(self, target):
        self.target = target

    def __call__(self, q):
        return (quaternion_to_axis_angle(q) - self.target).square().sum()


quat = torch.tensor([[1.0, 0.0, 0.0, 0.0], [0.9, 0.1, -0.3, 0.2]], requires_grad=True)
residual = PoseResidual(torch.tensor([[0.1, 0.0, 0.2], [0.0, -0.4, 0.3]]))
loss = residual(quat)
loss.backward()
