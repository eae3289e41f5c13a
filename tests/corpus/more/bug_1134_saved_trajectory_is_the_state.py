import torch

torch.manual_seed(1134)


class EulerSolver:
    def __init__(self, y0, n):
        self.y_save = torch.zeros(n + 1, *y0.shape)
        self.y_save[0] = y0

    def run(self, odefun, dt):
        for k in range(len(self.y_save) - 1):
            self.y_save[k + 1] = self.y_save[k] + dt * odefun(self.y_save[k])
        return self.y_save[-1]


drive = torch.randn(2, 2, requires_grad=True)
solver = EulerSolver(torch.tensor([1.0, 0.0]), 4)
final = solver.run(lambda y: drive @ y, 0.1)
loss = (final - torch.tensor([0.0, 1.0])).pow(2).sum()
loss.backward()
