import torch
import torch.nn as nn


class GaussianPolicy(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(3, 4)

    def sample(self, states, noise):
        means, log_stds = self.net(states).chunk(2, dim=-1)
        stds = log_stds.clamp_(-20, 2).exp()
        return torch.tanh(means + noise * stds)


torch.manual_seed(943)
policy = GaussianPolicy()
states, noise = torch.randn(5, 3), torch.randn(5, 2)
loss = policy.sample(states, noise).pow(2).mean()
loss.backward()
