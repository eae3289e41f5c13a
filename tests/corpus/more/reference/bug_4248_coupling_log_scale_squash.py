import torch
import torch.nn as nn

torch.manual_seed(59)
nn_ = nn.Sequential(nn.Linear(2, 4), nn.ELU(), nn.Linear(4, 4))
alpha = 0.8


def calc_params(params):
    mu, log_scale = params.chunk(2, dim=1)
    scale = log_scale.mul(0.5).tanh().mul(alpha).add(1.0)
    return mu, scale


za, zb = torch.randn(3, 2), torch.randn(3, 2)
mu, scale = calc_params(nn_(za))
loss = 0.5 * (scale * zb + mu).pow(2).sum() - scale.log().sum()
loss.backward()
