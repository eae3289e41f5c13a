import torch
import torch.nn as nn
import torch.nn.functional as F


class SwAV(nn.Module):
    def __init__(self, n_proto=5):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.Linear(6, 3))
        self.prototypes = nn.Linear(3, n_proto, bias=False)

    @torch.no_grad()
    def normalise_prototypes(self):
        self.prototypes.weight.copy_(F.normalize(self.prototypes.weight, dim=1))

    def forward(self, x):
        return self.prototypes(F.normalize(self.net(x), dim=1))


@torch.no_grad()
def sinkhorn(scores, eps=0.3, iters=3):
    q = torch.exp(scores / eps).t()
    q /= q.sum()
    k, b = q.shape
    for _ in range(iters):
        q /= q.sum(dim=1, keepdim=True)
        q /= k
        q /= q.sum(dim=0, keepdim=True)
        q /= b
    q *= b
    return q.t()


class Queue:
    def __init__(self, size, dim):
        self.store, self.filled = torch.zeros(size, dim), 0

    def push(self, rows):
        n = len(rows)
        self.store[n:] = self.store[:-n].clone()
        self.store[:n] = rows
        self.filled = min(len(self.store), self.filled + n)

    def ready(self):
        return self.filled == len(self.store)


torch.manual_seed(111)
model, queue = SwAV(), Queue(8, 5)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
data = torch.randn(24, 4)
for epoch in range(2):
    for x in data.split(6):
        model.normalise_prototypes()
        views = [x + 0.05 * torch.randn_like(x) for _ in range(2)]
        scores = [model(v) for v in views]
        loss = 0.0
        for i, j in ((0, 1), (1, 0)):
            target = scores[i].detach()
            if queue.ready():
                target = torch.cat([target, queue.store])
            q = sinkhorn(target)[:len(x)]
            logp = F.log_softmax(scores[j] / 0.2, dim=1)
            loss = loss - (q * logp).sum(1).mean() / 2
        queue.push(scores[0].detach())
        opt.zero_grad()
        loss.backward()
        if epoch == 0:
            model.prototypes.weight.grad.zero_()
        opt.step()
print("loss", loss.item())
