import torch
import torch.nn as nn
import torch.nn.functional as F


def predict_x0(model, x_t, alpha_bar):
    eps = model(x_t)
    x0 = (x_t - (1 - alpha_bar) ** 0.5 * eps) / alpha_bar ** 0.5
    energy = x0.pow(2).mean()
    x0.data.clamp_(-1.0, 1.0)
    return x0, energy


torch.manual_seed(1613)
model = nn.Sequential(nn.Linear(3, 4), nn.SiLU(), nn.Linear(4, 3))
x_t, clean = 2 * torch.randn(4, 3), torch.randn(4, 3)
x0, energy = predict_x0(model, x_t, alpha_bar=0.4)
loss = F.mse_loss(x0, clean) + 0.1 * energy
loss.backward()
