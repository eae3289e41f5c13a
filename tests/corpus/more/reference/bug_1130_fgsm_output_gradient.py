import torch
import torch.nn as nn

torch.manual_seed(1130)
model = nn.Linear(3, 2)


class GradientSignAttack:
    def __init__(self, predict, eps):
        self.predict, self.eps = predict, eps

    def perturb(self, x, y):
        xadv = x.clone().detach().requires_grad_()
        cost = nn.functional.cross_entropy(self.predict(xadv), y)
        grad, = torch.autograd.grad(cost, xadv)
        return torch.clamp(xadv + self.eps * grad.sign(), 0, 1).detach().requires_grad_()


x, y = torch.rand(2, 3), torch.tensor([0, 1])
x_adv = GradientSignAttack(model, 0.1).perturb(x, y)
loss = nn.functional.cross_entropy(model(x_adv), y)
loss.backward()
