import torch
import torch.nn as nn

torch.manual_seed(34)
model = nn.Sequential(nn.Linear(2, 2), nn.Softplus(), nn.Linear(2, 1))
params = list(model.parameters())
x, y = torch.randn(6, 2), torch.randn(6, 1)
loss = nn.functional.mse_loss(model(x), y)


def flatten(tensors):
    return torch.cat([t.reshape(-1) for t in tensors])


grads = flatten(torch.autograd.grad(loss, params, create_graph=True))
v = torch.ones_like(grads)
hv = torch.autograd.grad(grads @ v, params)
