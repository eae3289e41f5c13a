import torch
from torch import nn, optim


class WGAN:
    def __init__(self):
        self.generator = nn.Sequential(nn.Linear(2, 4), nn.ReLU(), nn.Linear(4, 3))
        self.critic = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
        self.optim = dict(
            critic=optim.SGD(self.critic.parameters(), lr=0.05),
            generator=optim.SGD(self.generator.parameters(), lr=0.05),
        )

    def losses(self, real, noise):
        fake = self.generator(noise)
        frozen = [p.detach().clone() for p in self.critic.parameters()]
        hidden = torch.tanh(nn.functional.linear(fake, frozen[0], frozen[1]))
        score = nn.functional.linear(hidden, frozen[2], frozen[3])
        yield "critic", self.critic(fake.detach()).mean() - self.critic(real).mean()
        yield "generator", -score.mean()

    def train_step(self, real, noise):
        for name, loss in self.losses(real, noise):
            self.optim[name].zero_grad()
            loss.backward()
            self.optim[name].step()


torch.manual_seed(315)
gan = WGAN()
gan.train_step(real=torch.randn(4, 3), noise=torch.randn(4, 2))
