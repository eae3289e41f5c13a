import numpy as np
import torch


class ToneCurve:
    def __init__(self, knots):
        self.knots = knots

    def lookup(self, values):
        place = values * (len(self.knots) - 1)
        low = place.floor().clamp(max=len(self.knots) - 2).long()
        part = place - low
        return self.knots[low] * (1 - part) + self.knots[low + 1] * part


torch.manual_seed(322)
knots = torch.linspace(0.0, 1.0, 5).requires_grad_()
gain = torch.ones(3, requires_grad=True)
curve = ToneCurve(knots)
image, goal = torch.rand(6, 3), torch.rand(6, 3)
mapped = curve.lookup(image)
loss = (mapped * gain - goal).square().mean()
loss.backward()
