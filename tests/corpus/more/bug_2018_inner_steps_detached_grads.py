import torch
import torch.nn as nn


class Learner(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.randn(2, 1))
        self.b = nn.Parameter(torch.zeros(1))

    def run(self, x, fast):
        return torch.tanh(x @ fast["w"] + fast["b"])


def adapt(learner, x, y, lr=0.5, steps=2):
    fast = dict(learner.named_parameters())
    for _ in range(steps):
        loss = (learner.run(x, fast) - y).pow(2).mean()
        grads = torch.autograd.grad(loss, fast.values(), create_graph=True)
        grads = [g.detach() for g in grads]
        fast = {k: p - lr * g for (k, p), g in zip(fast.items(), grads)}
    return fast


torch.manual_seed(2118)
learner = Learner()
xs, ys, xq, yq = torch.randn(4, 2), torch.rand(4, 1), torch.randn(4, 2), torch.rand(4, 1)
meta = (learner.run(xq, adapt(learner, xs, ys)) - yq).pow(2).mean()
meta.backward()
