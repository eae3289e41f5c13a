import torch
import torch.nn as nn


class GradReverse(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, strength):
        ctx.strength = strength
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad):
        return -ctx.strength * grad, None


class DomainHead(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.net = nn.Sequential(nn.ReLU(), nn.Linear(dim, 2))

    def forward(self, feat, strength=0.3):
        flipped = GradReverse.apply(feat, strength)
        return self.net(flipped)


torch.manual_seed(2511)
backbone, domain = nn.Linear(3, 4), DomainHead(4)
source, target = torch.randn(2, 3), torch.randn(3, 3)
where = torch.tensor([0, 0, 1, 1, 1])
logits = domain(backbone(torch.cat([source, target])))
loss = nn.functional.cross_entropy(logits, where)
loss.backward()
