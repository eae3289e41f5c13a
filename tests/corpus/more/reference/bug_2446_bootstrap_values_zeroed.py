import torch
import torch.nn as nn


class Critic(nn.Module):
    def __init__(self, obs_dim):
        super().__init__()
        self.v = nn.Linear(obs_dim, 1)

    def forward(self, obs):
        return self.v(obs).squeeze(-1)


def td_loss(critic, obs, reward, done, gamma=0.9):
    values = critic(obs)
    bootstrap = values.detach().clone()
    bootstrap[1:][done] = 0.0
    target = reward + gamma * bootstrap[1:]
    return (values[:-1] - target).pow(2).mean()


torch.manual_seed(93)
critic = Critic(3)
obs = torch.randn(7, 3)
reward = torch.randn(6)
done = torch.tensor([False, True, False, False, True, False])
loss = td_loss(critic, obs, reward, done)
loss.backward()
