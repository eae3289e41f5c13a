import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1424)
encoder = nn.Linear(4, 3)
predictor = nn.Sequential(nn.Linear(3, 2), nn.ReLU(), nn.Linear(2, 3))


def augment(x, *, strength):
    with torch.no_grad():
        noisy = x + strength * torch.randn_like(x)
        noisy[:, 0] = 0
    return noisy


def similarity(p, z):
    return -F.cosine_similarity(p, torch.tensor(z.tolist()), dim=-1).mean()


samples = torch.randn(6, 4)
views = [augment(samples, strength=s) for s in (0.1, 0.3)]
z1, z2 = map(encoder, views)
loss = 0.5 * (similarity(predictor(z1), z2) + similarity(predictor(z2), z1))
loss.backward()
