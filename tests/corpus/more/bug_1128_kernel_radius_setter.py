import torch

torch.manual_seed(1128)


class Automaton:
    def __init__(self, size):
        self.kernel = torch.rand(size, requires_grad=True)

    @property
    def radius(self):
        return (self.kernel.numel() - 1) // 2

    @radius.setter
    def radius(self, r):
        center = self.radius
        self.kernel[: center - r] = 0.0
        self.kernel[center + r + 1 :] = 0.0


ca = Automaton(7)
ca.radius = 2
grid = torch.rand(1, 1, 12)
loss = torch.conv1d(grid, ca.kernel.view(1, 1, -1)).pow(2).sum()
loss.backward()
