import torch
from torch import autograd, nn


class Penalty:
    def __init__(self, critic, weight=10.0):
        self.critic, self.weight = critic, weight

    def mix(self, real, fake):
        t = torch.rand(real.shape[0], 1)
        return (t * real + (1 - t) * fake).requires_grad_()

    def __call__(self, real, fake):
        points = self.mix(real, fake)
        scores = self.critic(points)
        (slope,) = autograd.grad(scores.sum(), points, create_graph=True)
        size = slope.norm(2, dim=1)
        return self.weight * (size - 1.0).square().mean()


torch.manual_seed(335)
critic = nn.Sequential(nn.Linear(3, 4), nn.Softplus(), nn.Linear(4, 1))
penalty = Penalty(critic)
real, fake = torch.randn(5, 3), torch.randn(5, 3)
loss = critic(fake).mean() - critic(real).mean() + penalty(real, fake)
loss.backward()
