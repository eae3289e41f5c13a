import torch
import torch.nn.functional as F


def forward(params, x):
    return torch.tanh(x @ params["w1"]) @ params["w2"]


def clip(grads, limit):
    return [g.data.clamp(-limit, limit) for g in grads]


def adapt(params, support, lr=0.4):
    x, y = support
    grads = torch.autograd.grad(F.mse_loss(forward(params, x), y), list(params.values()), create_graph=True)
    return {k: p - lr * g for (k, p), g in zip(params.items(), clip(grads, 1.5))}


torch.manual_seed(1219)
params = {"w1": torch.randn(2, 3, requires_grad=True), "w2": torch.randn(3, 1, requires_grad=True)}
tasks = [[(torch.randn(4, 2), torch.randn(4, 1)) for _ in range(2)] for _ in range(2)]
meta_opt = torch.optim.SGD(params.values(), lr=0.01)

loss = 0.0
for support, query in tasks:
    fast = adapt(params, support)
    loss = loss + F.mse_loss(forward(fast, query[0]), query[1])
meta_opt.zero_grad()
loss.backward()
