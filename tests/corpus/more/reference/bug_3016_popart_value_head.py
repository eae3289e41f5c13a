import torch
from torch import nn


class PopArtCritic(nn.Module):
    def __init__(self, obs_dim, beta=0.3):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(obs_dim, 4), nn.Tanh(), nn.Linear(4, 1))
        self.beta = beta
        self.register_buffer("mu", torch.zeros(1))
        self.register_buffer("sigma", torch.ones(1))

    def forward(self, obs):
        return self.net(obs).squeeze(-1) * self.sigma + self.mu

    def update_stats(self, returns):
        self.mu.lerp_(returns.mean(), self.beta)
        self.sigma = self.sigma.lerp(returns.std(), self.beta)


def critic_loss(critic, obs, returns):
    values = critic(obs)
    critic.update_stats(returns)
    norm_err = (returns - values) / critic.sigma
    return norm_err.pow(2).mean()


torch.manual_seed(3017)
critic = PopArtCritic(3)
obs, returns = torch.randn(5, 3), 10 * torch.randn(5)
loss = critic_loss(critic, obs, returns)
loss.backward()
