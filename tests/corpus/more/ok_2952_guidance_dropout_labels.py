import torch
import torch.nn as nn

torch.manual_seed(1402)
table = nn.Embedding(4, 2)
null = nn.Parameter(torch.randn(2))
denoiser = nn.Sequential(nn.Linear(5, 4), nn.SiLU(), nn.Linear(4, 3))


def condition(labels, drop):
    emb = table(labels)
    emb[drop] = null
    emb[:, -1] += 0.1
    return emb


def diffusion_loss(x0, labels, drop, t=0.3):
    noise = torch.randn_like(x0)
    xt = x0 * (1 - t) ** 0.5
    xt += t**0.5 * noise
    pred = denoiser(torch.cat([xt, condition(labels, drop)], dim=1))
    return nn.functional.mse_loss(pred, noise)


drop = torch.tensor([False, True, False, True])
x0, labels = torch.randn(4, 3), torch.tensor([3, 1, 0, 3])
loss = diffusion_loss(x0, labels, drop)
loss.backward()
