import torch
import torch.nn as nn
import torch.nn.functional as F


def flatten(tensors):
    return torch.cat([t.reshape(-1) for t in tensors])


def hvp(loss, params, vec, create_graph=False):
    grads = flatten(torch.autograd.grad(loss, params, create_graph=True))
    out = torch.autograd.grad(grads, params, grad_outputs=vec, create_graph=create_graph)
    return flatten(out)


def power_iteration(loss_fn, params, steps=5):
    n = sum(p.numel() for p in params)
    vec = torch.randn(n)
    vec /= vec.norm()
    for _ in range(steps):
        new = hvp(loss_fn(), params, vec)
        eigenvalue = torch.dot(vec, new).item()
        vec = new.div_(new.norm() + 1e-9)
    return eigenvalue, vec


torch.manual_seed(201)
net = nn.Sequential(nn.Linear(2, 5), nn.Tanh(), nn.Linear(5, 1))
params = list(net.parameters())
opt = torch.optim.Adam(params, lr=1e-2)
X = torch.randn(10, 2)
Y = (X[:, :1] * X[:, 1:]).sin()
log = []
for epoch in range(3):
    def data_loss():
        return F.mse_loss(net(X), Y)

    top, vec = power_iteration(data_loss, params)
    opt.zero_grad()
    loss = data_loss()
    grads = torch.autograd.grad(loss, params, create_graph=True)
    grad_norm = flatten(grads).pow(2).sum()
    curvature = torch.dot(vec, hvp(loss, params, vec, create_graph=True))
    loss = loss + 0.1 * grad_norm + 0.01 * curvature
    loss.backward()
    opt.step()
    log.append((loss.item(), top))
print(log[-1])
