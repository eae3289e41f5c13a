import copy
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.func import functional_call


class MetaLearner:
    def __init__(self, inner_lr=0.2):
        self.model = nn.Linear(2, 1)
        self.inner_lr = inner_lr

    def inner_update(self, x, y):
        loss = F.mse_loss(self.model(x), y)
        named = dict(self.model.named_parameters())
        grads = torch.autograd.grad(loss, named.values(), create_graph=True)
        return {k: p - self.inner_lr * g for (k, p), g in zip(named.items(), grads)}

    def meta_loss(self, task):
        xs, ys, xq, yq = task
        fast = self.inner_update(xs, ys)
        return F.mse_loss(functional_call(self.model, fast, (xq,)), yq)


torch.manual_seed(11)
learner = MetaLearner()
task = torch.randn(4, 2), torch.randn(4, 1), torch.randn(4, 2), torch.randn(4, 1)
loss = learner.meta_loss(task)
loss.backward()
