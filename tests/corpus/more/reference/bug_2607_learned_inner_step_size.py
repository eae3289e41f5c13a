import copy

import torch
import torch.nn as nn


class MetaSGD(nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net
        self.log_lr = nn.Parameter(torch.tensor(-1.0))

    def adapt(self, x, y, steps=2):
        params = dict(self.net.named_parameters())
        call = torch.func.functional_call
        for _ in range(steps):
            inner = (call(self.net, params, (x,)) - y).pow(2).mean()
            grads = torch.autograd.grad(inner, list(params.values()), create_graph=True)
            params = {k: p - self.log_lr.exp() * g for (k, p), g in zip(params.items(), grads)}
        return lambda q: call(self.net, params, (q,))


torch.manual_seed(2637)
meta = MetaSGD(nn.Linear(2, 1))
task = {"x": torch.randn(4, 2), "y": torch.randn(4, 1)}
query = {"x": torch.randn(4, 2), "y": torch.randn(4, 1)}
learner = meta.adapt(task["x"], task["y"])
loss = (learner(query["x"]) - query["y"]).pow(2).mean()
loss.backward()
