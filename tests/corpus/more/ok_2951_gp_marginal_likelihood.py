import math
import torch
import torch.nn as nn
import torch.nn.functional as F


class ExactGP(nn.Module):
    def __init__(self, X, y):
        super().__init__()
        self.register_buffer("X", X)
        self.register_buffer("y", y)
        self.raw_lengthscale = nn.Parameter(torch.zeros(X.size(1)))
        self.raw_outputscale = nn.Parameter(torch.tensor(0.0))
        self.raw_noise = nn.Parameter(torch.tensor(-2.0))
        self.mean = nn.Parameter(torch.tensor(0.0))

    def kernel(self, A, B):
        ls = F.softplus(self.raw_lengthscale)
        d2 = (A / ls).unsqueeze(1).sub((B / ls).unsqueeze(0)).pow_(2).sum(-1)
        return F.softplus(self.raw_outputscale) * d2.mul_(-0.5).exp()

    def covariance(self):
        K = self.kernel(self.X, self.X)
        K.diagonal().add_(F.softplus(self.raw_noise) + 1e-5)
        return K

    def neg_log_likelihood(self):
        L = torch.linalg.cholesky(self.covariance())
        r = (self.y - self.mean).unsqueeze(1)
        alpha = torch.cholesky_solve(r, L)
        n = len(self.y)
        return 0.5 * (r * alpha).sum() + L.diagonal().log().sum() + 0.5 * n * math.log(2 * math.pi)

    @torch.no_grad()
    def predict(self, Xs):
        L = torch.linalg.cholesky(self.covariance())
        Ks = self.kernel(self.X, Xs)
        v = torch.linalg.solve_triangular(L, Ks, upper=False)
        mean = self.mean + v.T @ torch.linalg.solve_triangular(L, (self.y - self.mean).unsqueeze(1), upper=False)
        var = self.kernel(Xs, Xs).diagonal().clone()
        var -= v.pow_(2).sum(0)
        return mean.squeeze(1), var.clamp_(min=1e-8)


torch.manual_seed(211)
X = torch.rand(12, 2) * 4
y = torch.sin(X[:, 0]) + 0.3 * X[:, 1] + 0.05 * torch.randn(12)
gp = ExactGP(X, y)
opt = torch.optim.LBFGS(gp.parameters(), lr=0.2, max_iter=4, line_search_fn="strong_wolfe")
trace = []


def closure():
    opt.zero_grad()
    nll = gp.neg_log_likelihood()
    nll.backward()
    trace.append(nll.item())
    return nll


for _ in range(2):
    opt.step(closure)
mean, var = gp.predict(torch.rand(3, 2) * 4)
