import torch
import torch.nn as nn
import torch.nn.functional as F


class IterativeAttack:
    def __init__(self, model, eps=0.2, step=0.05, iters=2):
        self.model, self.eps, self.step, self.iters = model, eps, step, iters

    def perturb(self, x, y):
        noise = torch.empty_like(x).uniform_(-self.eps, self.eps)
        adv = x.detach().requires_grad_(True) + noise
        for _ in range(self.iters):
            loss = F.cross_entropy(self.model(adv), y)
            loss.backward()
            stepped = adv.detach() + self.step * adv.grad.sign()
            adv_next = torch.min(torch.max(stepped, x - self.eps), x + self.eps)
            self.last = adv
            adv = adv_next.requires_grad_(True)
        return adv


torch.manual_seed(30)
net = nn.Linear(4, 3)
attack = IterativeAttack(net)
x, y = torch.randn(2, 4), torch.tensor([1, 2])
x_adv = attack.perturb(x, y)
