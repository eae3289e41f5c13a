import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.autograd as autograd


class Cell(nn.Module):
    def __init__(self, dim, inp):
        super().__init__()
        self.W, self.U = nn.Linear(dim, dim, bias=False), nn.Linear(inp, dim)
        self.W.weight.data.mul_(0.4)

    def forward(self, z, x):
        return torch.tanh(self.W(z) + self.U(x))


def anderson(f, x0, m=4, lam=1e-8, max_iter=60, tol=1e-9):
    bsz, d = x0.shape
    X, Fv = torch.zeros(bsz, m, d), torch.zeros(bsz, m, d)
    X[:, 0], Fv[:, 0] = x0, f(x0)
    X[:, 1], Fv[:, 1] = Fv[:, 0], f(Fv[:, 0])
    H = torch.zeros(bsz, m + 1, m + 1)
    H[:, 0, 1:] = H[:, 1:, 0] = 1
    y = torch.zeros(bsz, m + 1, 1)
    y[:, 0] = 1
    for k in range(2, max_iter):
        n = min(k, m)
        G = Fv[:, :n] - X[:, :n]
        H[:, 1:n + 1, 1:n + 1] = torch.bmm(G, G.transpose(1, 2)) + lam * torch.eye(n)[None]
        alpha = torch.linalg.solve(H[:, :n + 1, :n + 1], y[:, :n + 1])[:, 1:n + 1, 0]
        X[:, k % m] = (alpha[:, None] @ Fv[:, :n])[:, 0]
        Fv[:, k % m] = f(X[:, k % m])
        if (Fv[:, k % m] - X[:, k % m]).norm().item() / (1e-5 + Fv[:, k % m].norm().item()) < tol:
            break
    return X[:, k % m].clone()


def picard(f, x0, max_iter=80):
    for _ in range(max_iter):
        x0 = f(x0)
    return x0


class DEQ(nn.Module):
    def __init__(self, f, solver):
        super().__init__()
        self.f, self.solver = f, solver

    def forward(self, x):
        with torch.no_grad():
            z = self.solver(lambda z: self.f(z, x), torch.zeros(x.shape[0], self.f.W.in_features))
        z = self.f(z, x)
        z0 = z.clone().detach().requires_grad_()
        f0 = self.f(z0, x)

        def backward_hook(grad):
            return picard(lambda y: autograd.grad(f0, z0, y, retain_graph=True)[0] + grad, grad)
        if z.requires_grad:
            z.register_hook(backward_hook)
        return z


torch.manual_seed(301)
deq, head = DEQ(Cell(4, 3), anderson), nn.Linear(4, 1)
opt = torch.optim.Adam([*deq.parameters(), *head.parameters()], lr=1e-2)
X, Y = torch.randn(6, 3), torch.randn(6, 1)
for step in range(3):
    loss = F.mse_loss(head(deq(X)), Y)
    opt.zero_grad()
    loss.backward()
    opt.step()
