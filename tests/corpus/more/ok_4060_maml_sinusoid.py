import math

import torch
import torch.nn.functional as F


def make_params(hidden=6):
    g = torch.Generator().manual_seed(3)
    shapes = {"w1": (hidden, 1), "b1": (hidden,), "w2": (1, hidden), "b2": (1,)}
    params = {}
    for name, shape in shapes.items():
        t = torch.zeros(shape)
        if name.startswith("w"):
            t.copy_(torch.linspace(-1, 1, t.numel()).view(shape))
        params[name] = t.requires_grad_()
    params["b1"].data.copy_(0.1 * torch.randperm(hidden, generator=g))
    return params


def forward(params, x):
    h = torch.tanh(F.linear(x, params["w1"], params["b1"]))
    return F.linear(h, params["w2"], params["b2"])


def adapt(params, x, y, lr, steps):
    fast = dict(params)
    for _ in range(steps):
        loss = F.mse_loss(forward(fast, x), y)
        grads = torch.autograd.grad(loss, list(fast.values()), create_graph=True)
        fast = {k: v - lr * g for (k, v), g in zip(fast.items(), grads)}
    return fast


class Sinusoids:
    def __init__(self, seed):
        self.g = torch.Generator().manual_seed(seed)

    def uniform(self, lo, hi, *shape):
        return lo + (hi - lo) * torch.rand(*shape, generator=self.g)

    def task(self, shots):
        amp, phase = self.uniform(0.5, 2.0, 1), self.uniform(0, math.pi, 1)
        x = self.uniform(-3.0, 3.0, 2 * shots, 1)
        y = amp * torch.sin(x + phase)
        return x[:shots], y[:shots], x[shots:], y[shots:]


torch.manual_seed(115)
meta, tasks = make_params(), Sinusoids(9)
opt = torch.optim.Adam(meta.values(), lr=0.01)
for iteration in range(3):
    opt.zero_grad()
    meta_loss = 0.0
    for _ in range(2):
        xs, ys, xq, yq = tasks.task(shots=5)
        fast = adapt(meta, xs, ys, lr=0.05, steps=2)
        meta_loss = meta_loss + F.mse_loss(forward(fast, xq), yq) / 2
    meta_loss.backward()
    opt.step()
    print(f"iteration {iteration} meta loss {meta_loss.item():.4f}")
