import torch

torch.manual_seed(2113)


class EulerSolver:
    def __init__(self, y0, n):
        self.y, self.y_save = y0, [y0] * (n + 1)

    def run(self, odefun, dt):
        for k in range(len(self.y_save) - 1):
            self.y = self.y + dt * odefun(self.y)
            self.y_save[k + 1] = self.y
        return torch.stack(self.y_save)


drive = torch.randn(2, 2, requires_grad=True)
trajectory = EulerSolver(torch.tensor([1.0, 0.0]), 4).run(lambda y: drive @ y, 0.1)
loss = trajectory.pow(2).sum()
loss.backward()
