import copy
import torch
import torch.nn as nn
import torch.nn.functional as F


class MetaLearner:
    def __init__(self, inner_lr=0.2):
        self.model = nn.Linear(2, 1)
        self.inner_lr = inner_lr

    def inner_update(self, x, y):
        loss = F.mse_loss(self.model(x), y)
        grads = torch.autograd.grad(loss, self.model.parameters(), create_graph=True)
        for param, grad in zip(self.model.parameters(), grads):
            param.data -= self.inner_lr * grad

    def meta_loss(self, task):
        xs, ys, xq, yq = task
        theta = copy.deepcopy(self.model.state_dict())
        self.inner_update(xs, ys)
        loss = F.mse_loss(self.model(xq), yq)
        return loss, theta


torch.manual_seed(11)
learner = MetaLearner()
task = torch.randn(4, 2), torch.randn(4, 1), torch.randn(4, 2), torch.randn(4, 1)
loss, theta = learner.meta_loss(task)
loss.backward()
learner.model.load_state_dict(theta)
