import torch
import torch.nn as nn


class SmoothedTargets:
    def __init__(self, classes, eps):
        self.classes, self.eps = classes, eps
        self.scratch = torch.empty(0)

    def __call__(self, labels):
        if self.scratch.shape[:1] != labels.shape:
            self.scratch = torch.empty(len(labels), self.classes)
        dist = torch.empty(len(labels), self.classes)
        dist.fill_(self.eps / (self.classes - 1))
        dist.scatter_(1, labels[:, None], 1.0 - self.eps)
        return dist


torch.manual_seed(88)
net = nn.Linear(3, 4)
targets = SmoothedTargets(4, eps=0.1)
opt = torch.optim.SGD(net.parameters(), lr=0.2)
for _ in range(2):
    x, labels = torch.randn(5, 3), torch.randint(0, 4, (5,))
    opt.zero_grad()
    loss = -(targets(labels) * net(x).log_softmax(-1)).sum(-1).mean()
    loss.backward()
    opt.step()
print("loss", loss.item())
