import numpy as np
import torch

knots = torch.tensor([0.0, 0.4, 1.1, 1.5], requires_grad=True)
grid = np.linspace(0.0, 3.0, 7)


def interpolate(values):
    fine = np.interp(grid, np.arange(4), values.detach().numpy())
    return torch.tensor(fine, dtype=torch.float32)


curve = interpolate(knots)
loss = (curve - 1.0).pow(2).mean()
loss.backward()
