import torch


class GP:
    def __init__(self, X, y, raw_scale, noise=0.1):
        self.X, self.y, self.noise = X, y, noise
        self.raw_scale = raw_scale
        self._alpha = None

    def kernel(self, a, b):
        d2 = (a[:, None] - b[None]).pow(2)
        return torch.exp(-0.5 * d2 / self.raw_scale.exp() ** 2)

    @property
    def alpha(self):
        if self._alpha is None:
            K = self.kernel(self.X, self.X) + self.noise * torch.eye(len(self.X))
            self._alpha = torch.linalg.solve(K, self.y).detach()
        return self._alpha

    def mean(self, x):
        return self.kernel(x, self.X) @ self.alpha


torch.manual_seed(1715)
X = torch.linspace(0, 3, 5)
gp = GP(X, torch.sin(X), torch.zeros((), requires_grad=True))
cand = torch.tensor([0.4, 2.2], requires_grad=True)
opt = torch.optim.SGD([cand], lr=0.1)
for _ in range(2):
    opt.zero_grad()
    (-gp.mean(cand).sum()).backward()
    opt.step()
