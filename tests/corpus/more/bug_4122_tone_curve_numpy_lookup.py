import numpy as np
import torch


class ToneCurve:
    def __init__(self, knots):
        self.knots = knots

    def lookup(self, values):
        grid = np.linspace(0.0, 1.0, len(self.knots))
        curve = self.knots.detach().numpy()
        mapped = np.interp(values.detach().numpy(), grid, curve)
        return torch.from_numpy(mapped).float()


torch.manual_seed(322)
knots = torch.linspace(0.0, 1.0, 5).requires_grad_()
gain = torch.ones(3, requires_grad=True)
curve = ToneCurve(knots)
image, goal = torch.rand(6, 3), torch.rand(6, 3)
mapped = curve.lookup(image)
loss = (mapped * gain - goal).square().mean()
loss.backward()
