import math

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Normal


class GaussianActor(nn.Module):
    def __init__(self, obs, act):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(obs, 6), nn.Tanh())
        self.mean = nn.Linear(6, act)
        self.log_std = nn.Parameter(-0.5 * torch.ones(act))

    def forward(self, obs):
        return Normal(self.mean(self.body(obs)), self.log_std.exp())


torch.manual_seed(123)
actor = GaussianActor(3, 2)
critic = nn.Sequential(nn.Linear(3, 6), nn.Tanh(), nn.Linear(6, 1))
opt_pi = torch.optim.Adam(actor.parameters(), lr=3e-3)
opt_v = torch.optim.Adam(critic.parameters(), lr=1e-2)
CLIP, TARGET_KL = 0.2, 0.5


@torch.no_grad()
def rollout(n=16):
    obs = torch.randn(n, 3)
    dist = actor(obs)
    act = dist.sample()
    reward = -(act - obs[:, :2]).pow(2).sum(1)
    value = critic(obs).squeeze(1)
    adv = reward - value
    return {
        "obs": obs, "act": act, "ret": reward, "logp": dist.log_prob(act).sum(-1),
        "adv": (adv - adv.mean()) / (adv.std() + 1e-8),
    }


def policy_loss(batch):
    dist = actor(batch["obs"])
    logp = dist.log_prob(batch["act"]).sum(-1)
    log_ratio = logp - batch["logp"]
    ratio = log_ratio.exp()
    clipped = torch.clamp(ratio, 1 - CLIP, 1 + CLIP)
    loss = -torch.min(ratio * batch["adv"], clipped * batch["adv"]).mean()
    with torch.no_grad():
        kl = ((ratio - 1) - log_ratio).mean().item()
        frac = ((ratio - 1).abs() > CLIP).float().mean().item()
    return loss - 0.001 * dist.entropy().sum(-1).mean(), {"kl": kl, "clipfrac": frac}


for iteration in range(2):
    data = rollout()
    for epoch in range(3):
        for idx in torch.randperm(16).split(8):
            batch = {k: v[idx] for k, v in data.items()}
            pi_loss, stats = policy_loss(batch)
            opt_pi.zero_grad()
            pi_loss.backward()
            opt_pi.step()

            v_loss = F.mse_loss(critic(batch["obs"]).squeeze(1), batch["ret"])
            opt_v.zero_grad()
            v_loss.backward()
            opt_v.step()
        if math.fabs(stats["kl"]) > 1.5 * TARGET_KL:
            break
print({k: round(v, 5) for k, v in stats.items()}, "v", round(v_loss.item(), 4))
