import torch


class PlanarPose:
    def __init__(self, angle: float, shift: list[float]):
        self.angle = torch.tensor(angle, requires_grad=True)
        self.shift = torch.tensor(shift, requires_grad=True)

    @property
    def matrix(self) -> torch.Tensor:
        c, s = torch.cos(self.angle), torch.sin(self.angle)
        return torch.tensor([[c, -s], [s, c]])

    def __call__(self, points: torch.Tensor) -> torch.Tensor:
        return points @ self.matrix.T + self.shift


torch.manual_seed(1815)
scan = torch.randn(6, 2)
reference = PlanarPose(0.4, [0.1, -0.2])(scan).detach()
pose = PlanarPose(0.0, [0.0, 0.0])
loss = (pose(scan) - reference).pow(2).sum(-1).mean()
loss.backward()
