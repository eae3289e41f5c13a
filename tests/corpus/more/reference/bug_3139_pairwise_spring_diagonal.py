import torch


def pair_distances(x):
    gap = x.unsqueeze(0) - x.unsqueeze(1)
    eye = torch.eye(len(x))
    return (gap.square().sum(-1) + eye).sqrt() * (1 - eye)


class Chain:
    def __init__(self, rest=1.0, stiffness=2.0):
        self.rest, self.stiffness = rest, stiffness

    def bonds(self, n):
        link = torch.zeros(n, n)
        for i in range(n - 1):
            link[i, i + 1] = link[i + 1, i] = 1.0
        return link

    def __call__(self, x):
        stretch = pair_distances(x) - self.rest
        return 0.5 * self.stiffness * (self.bonds(len(x)) * stretch.square()).sum()


torch.manual_seed(3140)
beads = torch.randn(4, 3, requires_grad=True)
loss = Chain()(beads)
loss.backward()
force = -beads.grad
print("net force", force.sum(0))
