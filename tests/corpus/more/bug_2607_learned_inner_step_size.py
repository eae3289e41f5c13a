import copy

import torch
import torch.nn as nn


class MetaSGD(nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net
        self.log_lr = nn.Parameter(torch.tensor(-1.0))

    def adapt(self, x, y, steps=2):
        learner = copy.deepcopy(self.net)
        for _ in range(steps):
            inner = (learner(x) - y).pow(2).mean()
            grads = torch.autograd.grad(inner, list(learner.parameters()), create_graph=True)
            with torch.no_grad():
                for p, g in zip(learner.parameters(), grads):
                    p -= self.log_lr.exp() * g
        return learner


torch.manual_seed(2637)
meta = MetaSGD(nn.Linear(2, 1))
task = {"x": torch.randn(4, 2), "y": torch.randn(4, 1)}
query = {"x": torch.randn(4, 2), "y": torch.randn(4, 1)}
learner = meta.adapt(task["x"], task["y"])
loss = (learner(query["x"]) - query["y"]).pow(2).mean()
loss.backward()
