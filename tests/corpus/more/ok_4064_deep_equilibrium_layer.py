import torch
import torch.nn as nn
import torch.nn.functional as F


def iterate(f, z, tol=1e-12, limit=300):
    for k in range(limit):
        nxt = f(z)
        if (nxt - z).norm() < tol * (1 + nxt.norm()):
            return nxt, k
        z = nxt
    return z, limit


class DEQ(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.inner = nn.Linear(d, d, bias=False)
        self.inject = nn.Linear(3, d)
        self.steps = 0
        with torch.no_grad():
            self.inner.weight.mul_(0.4 / torch.linalg.matrix_norm(self.inner.weight, 2))

    def cell(self, z, u):
        return torch.tanh(self.inner(z) + u)

    def forward(self, x):
        u = self.inject(x)
        with torch.no_grad():
            z, self.steps = iterate(lambda z: self.cell(z, u), torch.zeros_like(u))
        z = self.cell(z, u)
        if not torch.is_grad_enabled():
            return z
        z0 = z.clone().detach().requires_grad_()
        f0 = self.cell(z0, u)

        def adjoint(grad):
            return iterate(lambda g: torch.autograd.grad(f0, z0, g, retain_graph=True)[0] + grad, grad)[0]

        z.register_hook(adjoint)
        return z


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.deq = DEQ(4)
        self.out = nn.Linear(4, 2)

    def forward(self, x):
        return self.out(self.deq(x))


def evaluate(model, x, y):
    model.eval()
    with torch.no_grad():
        return (model(x).argmax(1) == y).float().mean().item()


torch.manual_seed(119)
model = Classifier()
opt = torch.optim.SGD(model.parameters(), lr=0.05)
x = torch.randn(16, 3)
y = (x[:, 0] > x[:, 1] * x[:, 2]).long()
for epoch in range(2):
    model.train()
    for xb, yb in zip(x.split(8), y.split(8)):
        opt.zero_grad()
        logits = model(xb)
        loss = F.cross_entropy(logits, yb)
        loss.backward()
        opt.step()
print("loss", round(loss.item(), 4), "acc", evaluate(model, x, y))
