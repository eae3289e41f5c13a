import torch
import torch.nn as nn


class KernelRidge(nn.Module):
    def __init__(self, xs):
        super().__init__()
        self.xs = xs
        self.log_len = nn.Parameter(torch.zeros(()))
        self._k = None

    def gram(self):
        if self._k is None:
            d = torch.cdist(self.xs, self.xs).pow(2)
            self._k = torch.exp(-d / self.log_len.exp())
        return self._k


torch.manual_seed(30)
gp = KernelRidge(torch.randn(5, 2))
for y in torch.randn(2, 5):
    alpha = torch.linalg.solve(gp.gram() + 0.5 * torch.eye(5), y)
    fit = alpha @ y
    fit.backward()
