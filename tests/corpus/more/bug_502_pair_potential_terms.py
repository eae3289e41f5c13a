import torch


class PairPotential(torch.nn.Module):
    def __init__(self, eps=0.25, sigma=0.9):
        super().__init__()
        self.eps, self.sigma = eps, sigma

    def pairs(self, pos):
        i, j = torch.triu_indices(len(pos), len(pos), offset=1)
        return (pos[i] - pos[j]).square().sum(-1)

    def forward(self, pos):
        attract = (self.sigma ** 2 / self.pairs(pos)) ** 3
        repulse = attract * attract
        for term in (attract, repulse):
            term *= 4 * self.eps
        return (repulse - attract).sum()


torch.manual_seed(11)
grid = torch.cartesian_prod(torch.arange(2.0), torch.arange(2.0))
pos = (grid + 0.1 * torch.randn(4, 2)).requires_grad_(True)
energy = PairPotential()(pos)
energy.backward()
forces = -pos.grad
print(forces.shape)
