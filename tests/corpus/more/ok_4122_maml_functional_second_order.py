import torch
from torch import nn
from torch.func import functional_call


def adapt(model, params, support, lr, steps):
    x, y = support
    for _ in range(steps):
        inner = nn.functional.mse_loss(functional_call(model, params, (x,)), y)
        grads = torch.autograd.grad(inner, list(params.values()), create_graph=True)
        params = {name: p - lr * g for (name, p), g in zip(params.items(), grads)}
    return params


torch.manual_seed(422)
model = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
meta = torch.optim.Adam(model.parameters(), lr=1e-3)
meta.zero_grad()
for _ in range(2):
    x = torch.randn(6, 2)
    y = x.sum(1, keepdim=True).sin()
    fast = adapt(model, dict(model.named_parameters()), (x[:3], y[:3]), lr=0.1, steps=2)
    nn.functional.mse_loss(functional_call(model, fast, (x[3:],)), y[3:]).backward()
meta.step()
