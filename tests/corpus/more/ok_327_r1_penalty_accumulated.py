import torch
import torch.nn as nn

torch.manual_seed(76)
disc = nn.Sequential(nn.Linear(2, 4), nn.Softplus(), nn.Linear(4, 1))


def r1_penalty(model, real, weight):
    real = real.detach().clone().requires_grad_()
    score = model(real).sum()
    grad, = torch.autograd.grad(score, real, create_graph=True)
    per_sample = grad.square().sum(dim=1)
    per_sample *= 0.5 * weight
    return per_sample.mean()


real, fake = torch.randn(5, 2), torch.randn(5, 2)
loss = nn.functional.softplus(disc(fake)).mean()
loss += nn.functional.softplus(-disc(real)).mean()
loss += r1_penalty(disc, real, weight=3.0)
loss.backward()
print(loss.item())
