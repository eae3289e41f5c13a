import torch
import torch.nn as nn
import torch.nn.functional as F


class EpisodicMemory:
    def __init__(self, per_task):
        self.per_task = per_task
        self.x, self.y = [], []

    def add(self, x, y):
        keep = torch.randperm(len(x))[:self.per_task]
        self.x.append(x[keep].clone())
        self.y.append(y[keep].clone())

    def sample(self, n):
        x, y = torch.cat(self.x), torch.cat(self.y)
        idx = torch.randint(len(x), (n,))
        return x[idx], y[idx]

    def __len__(self):
        return sum(len(x) for x in self.x)


class AGEM:
    def __init__(self, net, memory, lr=0.1):
        self.net, self.memory = net, memory
        self.opt = torch.optim.SGD(net.parameters(), lr=lr)
        self.reference, self.projected = [], 0

    def reference_gradient(self):
        mx, my = self.memory.sample(6)
        self.opt.zero_grad()
        ref_loss = F.cross_entropy(self.net(mx), my)
        ref_loss.backward()
        self.reference = [p.grad.clone() for p in self.net.parameters()]

    def observe(self, x, y):
        if len(self.memory):
            self.reference_gradient()
        self.opt.zero_grad(set_to_none=False)
        loss = F.cross_entropy(self.net(x), y)
        loss.backward()
        if len(self.memory):
            self.project_()
        self.opt.step()
        return loss.item()

    @torch.no_grad()
    def project_(self):
        grads = [p.grad for p in self.net.parameters()]
        dot = sum((g * r).sum() for g, r in zip(grads, self.reference))
        if dot < 0:
            norm = sum(r.pow(2).sum() for r in self.reference)
            for g, r in zip(grads, self.reference):
                g.sub_(r, alpha=(dot / norm).item())
            self.projected += 1


torch.manual_seed(103)
net = nn.Sequential(nn.Linear(3, 6), nn.ReLU(), nn.Linear(6, 2))
learner = AGEM(net, EpisodicMemory(per_task=4))
for task in range(3):
    x = torch.randn(12, 3) + task
    y = (x[:, task] > float(task)).long()
    for xb, yb in zip(x.split(4), y.split(4)):
        last = learner.observe(xb, yb)
    learner.memory.add(x, y)
print("loss", last, "projections", learner.projected)
