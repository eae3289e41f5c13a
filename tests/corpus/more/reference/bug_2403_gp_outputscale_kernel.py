import torch


class RBF(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.log_ls = torch.nn.Parameter(torch.tensor(0.3))
        self.log_os = torch.nn.Parameter(torch.tensor(-0.2))

    def forward(self, a, b):
        d = (a[:, None] - b[None]) / self.log_ls.exp()
        k = torch.exp(-0.5 * d.pow(2).sum(-1))
        k = k * self.log_os.exp()
        return k


def neg_mll(kernel, x, y, noise=0.1):
    cov = kernel(x, x) + noise * torch.eye(len(x))
    chol = torch.linalg.cholesky(cov)
    alpha = torch.cholesky_solve(y[:, None], chol)
    return 0.5 * (y @ alpha.squeeze(-1)) + chol.diagonal().log().sum()


torch.manual_seed(4)
kernel = RBF()
x = torch.randn(5, 2)
y = torch.sin(x.sum(-1))
loss = neg_mll(kernel, x, y)
loss.backward()
print({n: p.grad for n, p in kernel.named_parameters()})
