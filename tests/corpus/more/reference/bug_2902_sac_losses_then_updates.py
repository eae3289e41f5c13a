import torch
import torch.nn as nn
from torch.distributions import Normal


class SAC:
    def __init__(self, obs_dim, act_dim):
        self.policy = nn.Linear(obs_dim, 2 * act_dim)
        self.q = nn.Sequential(nn.Linear(obs_dim + act_dim, 6), nn.ReLU(), nn.Linear(6, 1))
        self.log_alpha = torch.zeros(1, requires_grad=True)
        self.optimizers = {
            "value": torch.optim.Adam(self.q.parameters(), lr=1e-2),
            "policy": torch.optim.Adam(self.policy.parameters(), lr=1e-2),
        }

    def full_pass(self, states):
        mean, log_std = self.policy(states).chunk(2, dim=1)
        dist = Normal(mean, log_std.clamp(-5, 2).exp())
        pre = dist.rsample()
        action = torch.tanh(pre)
        logp = dist.log_prob(pre) - torch.log(1 - action.pow(2) + 1e-6)
        return action, logp.sum(1, keepdim=True)

    def losses(self, states, actions, rewards):
        new_actions, logp = self.full_pass(states)
        q_new = self.q(torch.cat([states, new_actions], 1))
        q_old = self.q(torch.cat([states, actions], 1))
        return {"value": (q_old - rewards).pow(2).mean(), "policy": (self.log_alpha.exp().detach() * logp - q_new).mean()}

    def optimize_model(self, batch):
        losses = self.losses(*batch)
        for name, optimizer in self.optimizers.items():
            optimizer.zero_grad()
            losses[name].backward()
            nn.utils.clip_grad_norm_(self.q.parameters(), 10.0)
            optimizer.step()
        return {k: v.item() for k, v in losses.items()}


torch.manual_seed(2)
agent = SAC(3, 2)
batch = torch.randn(5, 3), torch.rand(5, 2), torch.randn(5, 1)

s, a, r = batch
W, b = agent.policy.weight, agent.policy.bias
out = s @ W.T + b
mean, log_std = out[:, :2], out[:, 2:]
std = log_std.clamp(-5, 2).exp()
pre = mean + std * torch.randn(5, 2)
act = torch.tanh(pre)
logp = (-0.5 * ((pre - mean) / std) ** 2 - std.log() - 0.9189385332046727 - torch.log(1 - act * act + 1e-6)).sum(1, keepdim=True)
q = [p.detach() for p in agent.q.parameters()]
val = (torch.cat([s, act], 1) @ q[0].T + q[1]).clamp(min=0) @ q[2].T + q[3]
(logp - val).mean().backward()
