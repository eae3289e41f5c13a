import torch
import torch.nn as nn


class Confuse(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, strength):
        ctx.strength = strength
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad):
        return -ctx.strength * grad, None


torch.manual_seed(25)
feat = nn.Linear(3, 4)
label_head, domain_head = nn.Linear(4, 2), nn.Linear(4, 2)
x = torch.randn(6, 3)
labels, domains = torch.tensor([0, 1, 0, 1, 1, 0]), torch.tensor([0, 0, 0, 1, 1, 1])

h = feat(x)
confused = Confuse.apply(h, 0.3)
confused = confused + 0.1 * torch.randn(6, 4)
ce = nn.functional.cross_entropy
loss = ce(label_head(h), labels) + ce(domain_head(confused), domains)
loss.backward()
