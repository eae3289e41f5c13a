import copy
import torch

torch.manual_seed(1101)


class MetaNorm:
    def __init__(self):
        self.mean, self.backup = torch.zeros(3), torch.empty(3)
        self.gain = torch.ones(3, requires_grad=True)

    def backup_stats(self):
        self.backup.data = copy.copy(self.mean.data)

    def __call__(self, x):
        self.mean.mul_(0.5).add_(0.5 * x.detach().mean(0))
        return (x - self.mean) * self.gain


norm = MetaNorm()
norm.backup_stats()
norm(torch.randn(4, 3) + 2.0)
norm.mean = norm.backup
loss = norm(torch.randn(4, 3)).pow(2).sum()
loss.backward()
