import torch


class ScreenedCoulomb(torch.nn.Module):
    def __init__(self, kappa=0.7, cutoff=4.0):
        super().__init__()
        self.kappa, self.cutoff = kappa, cutoff

    def forward(self, xyz, q):
        r2 = (xyz[:, None] - xyz[None]).pow(2).sum(-1)
        inside = (r2 > 0) & (r2 < self.cutoff ** 2)
        safe = torch.where(inside, r2, torch.ones_like(r2))
        pair = torch.exp(-self.kappa * safe) / safe
        pair = torch.where(inside, pair, torch.zeros_like(pair))
        return 0.5 * torch.einsum("i,ij,j->", q, pair, q)


torch.manual_seed(2246)
xyz = torch.randn(4, 3, requires_grad=True)
loss = ScreenedCoulomb()(xyz, torch.tensor([0.8, -0.4, -0.4, 0.2]))
loss.backward()
forces = -xyz.grad
