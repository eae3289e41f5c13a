import torch
import torch.nn as nn


class SignDescent:
    def __init__(self, params, lr=0.02):
        self.params, self.lr = list(params), lr

    def zero(self):
        for p in self.params:
            p.grad = None

    @torch.no_grad()
    def step(self):
        for p in (q for q in self.params if q.grad is not None):
            p.add_(p.grad.sign(), alpha=-self.lr)


torch.manual_seed(3113)
trunk = nn.Sequential(nn.Linear(3, 4), nn.Softplus(), nn.Linear(4, 4))
heads = nn.ModuleDict({"a": nn.Linear(4, 1), "b": nn.Linear(4, 1)})
opt = SignDescent([*trunk.parameters(), *heads.parameters()])

shared = trunk(torch.randn(5, 3))
task_a = heads["a"](shared).square().mean()
task_b = heads["b"](shared).abs().mean()
task_a.backward(retain_graph=True)
opt.step = None
opt.zero()
task_b.backward()
