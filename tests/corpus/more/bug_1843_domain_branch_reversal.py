import torch
import torch.nn as nn
import torch.nn.functional as F


class Reverse(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, lam):
        ctx.lam = lam
        return x.view_as(x)

    @staticmethod
    def backward(ctx, g):
        return -ctx.lam * g, None


class DomainNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.feature = nn.Linear(3, 4)
        self.label, self.domain = nn.Linear(4, 2), nn.Linear(4, 2)

    def forward(self, x, lam=0.5):
        f = self.feature(x)
        labels = self.label(torch.tanh(f))
        flipped = Reverse.apply(f, lam)
        adv = F.leaky_relu(flipped, 0.1, inplace=True)
        return labels, self.domain(adv)


torch.manual_seed(1843)
net = DomainNet()
y, d = torch.tensor([0, 1, 1]), torch.tensor([0, 0, 1])
label_logits, domain_logits = net(torch.randn(3, 3))
loss = F.cross_entropy(label_logits, y) + F.cross_entropy(domain_logits, d)
loss.backward()
