import torch
import torch.nn as nn


class SquashedPolicy(nn.Module):
    def __init__(self, obs_dim, act_dim):
        super().__init__()
        self.mu = nn.Linear(obs_dim, act_dim)
        self.log_std = nn.Parameter(torch.full((act_dim,), -1.0))

    def sample(self, obs):
        base = torch.distributions.Normal(self.mu(obs), self.log_std.exp())
        u = base.rsample()
        action = torch.tanh(u)
        logp = (base.log_prob(u) - torch.log(1 - action ** 2 + 1e-6)).sum(-1)
        action[..., -1] = (action[..., -1] > 0).float()
        return {"action": action, "logp": logp}


torch.manual_seed(41)
policy = SquashedPolicy(3, 3)
out = policy.sample(torch.randn(5, 3))
reach_cost = (out["action"][:, :2] - 0.3).pow(2).sum(-1)
grip_cost = out["action"][:, -1]
loss = (0.1 * out["logp"] + reach_cost + grip_cost).mean()
loss.backward()
