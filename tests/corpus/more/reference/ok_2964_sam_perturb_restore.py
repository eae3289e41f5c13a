import torch
import torch.nn as nn


class SAM:
    def __init__(self, params, base, rho=0.05):
        self.params, self.base, self.rho = list(params), base, rho
        self.backup = {}

    @torch.no_grad()
    def climb(self):
        norm = torch.stack([p.grad.norm() for p in self.params]).norm()
        for p in self.params:
            self.backup[p] = p.detach().clone()
            p.data = p.data + p.grad * (self.rho / norm)
            p.grad = None

    @torch.no_grad()
    def descend(self):
        for p in self.params:
            p.data = self.backup.pop(p)


torch.manual_seed(1414)
model = nn.Sequential(nn.Linear(2, 3), nn.Sigmoid(), nn.Linear(3, 1))
x, y = torch.randn(6, 2), torch.randn(6, 1)
sam = SAM(model.parameters(), torch.optim.SGD(model.parameters(), lr=0.1))
closure = lambda: nn.functional.mse_loss(model(x), y)
closure().backward()
sam.climb()
closure().backward()
sam.descend()
