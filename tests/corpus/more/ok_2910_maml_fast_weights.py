import math
from collections import OrderedDict
import torch
import torch.nn as nn
import torch.nn.functional as F


class Learner(nn.Module):
    def __init__(self, hidden=6):
        super().__init__()
        self.vars = nn.ParameterDict({
            "w1": nn.Parameter(torch.randn(hidden, 1)), "b1": nn.Parameter(torch.zeros(hidden)),
            "w2": nn.Parameter(torch.randn(1, hidden) / hidden ** 0.5), "b2": nn.Parameter(torch.zeros(1))})

    def forward(self, x, weights=None):
        w = self.vars if weights is None else weights
        h = torch.tanh(F.linear(x, w["w1"], w["b1"]))
        return F.linear(h, w["w2"], w["b2"])


def sample_task(k):
    amp, phase = torch.rand(1) * 4.9 + 0.1, torch.rand(1) * math.pi
    x = torch.rand(2 * k, 1) * 10 - 5
    y = amp * torch.sin(x + phase)
    return x[:k], y[:k], x[k:], y[k:]


def adapt(net, x, y, steps, inner_lr):
    fast = OrderedDict(net.vars.items())
    for _ in range(steps):
        loss = F.mse_loss(net(x, fast), y)
        grads = torch.autograd.grad(loss, list(fast.values()), create_graph=True)
        fast = OrderedDict((name, p - inner_lr * g) for (name, p), g in zip(fast.items(), grads))
    return fast


torch.manual_seed(222)
net = Learner()
meta_optim = torch.optim.Adam(net.parameters(), lr=1e-2)
history = []
for iteration in range(3):
    meta_loss = 0.0
    for task in range(2):
        xs, ys, xq, yq = sample_task(5)
        fast = adapt(net, xs, ys, steps=2, inner_lr=0.01)
        meta_loss += F.mse_loss(net(xq, fast), yq)
    meta_loss /= 2
    meta_optim.zero_grad()
    meta_loss.backward()
    meta_optim.step()
    history.append(meta_loss.detach().clone())
print("meta losses", torch.stack(history).tolist())
