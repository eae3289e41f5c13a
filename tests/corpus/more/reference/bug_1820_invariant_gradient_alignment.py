import torch
import torch.nn as nn
import torch.nn.functional as F
from torch import autograd

torch.manual_seed(1820)
network = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
minibatches = [(torch.randn(4, 2), torch.randn(4, 1)) for _ in range(3)]


def objective(hparams):
    total, grads = 0.0, []
    params = list(network.parameters())
    for x, y in minibatches:
        env_loss = F.mse_loss(network(x), y)
        total = total + env_loss
        grads.append(autograd.grad(env_loss, params, create_graph=True))
    mean_loss = total / len(minibatches)
    mean_grad = autograd.grad(mean_loss, params, create_graph=True)
    penalty = 0.0
    for grad in grads:
        for g, m in zip(grad, mean_grad):
            penalty = penalty + (g - m).pow(2).sum()
    return mean_loss + hparams["penalty"] * penalty


loss = objective({"penalty": 2.0})
loss.backward()
