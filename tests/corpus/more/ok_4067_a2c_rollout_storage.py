from dataclasses import dataclass

import torch
import torch.nn as nn
from torch.distributions import Categorical


@dataclass
class Args:
    steps: int = 5
    envs: int = 3
    gamma: float = 0.97
    lam: float = 0.9
    value_coef: float = 0.5
    entropy_coef: float = 0.01


class VecEnv:
    def __init__(self, n, g):
        self.state, self.g = torch.zeros(n, 2), g

    def step(self, action):
        push = action.to(self.state.dtype) - 1
        self.state[:, 1] += 0.1 * push + 0.02 * torch.randn(len(push), generator=self.g)
        self.state[:, 0] += self.state[:, 1]
        reward = -self.state[:, 0].abs()
        done = self.state[:, 0].abs() > 0.4
        self.state[done] = 0.0
        return self.state.clone(), reward, done


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(2, 8)
        self.actor = nn.Linear(8, 3)
        self.critic = nn.Linear(8, 1)

    def forward(self, x):
        h = self.body(x).tanh()
        return self.actor(h), self.critic(h).squeeze(-1)


def collect(net, env, obs):
    b = {k: torch.zeros(args.steps, args.envs) for k in ("reward", "alive", "value")}
    b["obs"] = torch.zeros(args.steps + 1, args.envs, 2)
    b["action"] = torch.zeros(args.steps, args.envs, dtype=torch.long)
    b["obs"][0] = obs
    with torch.no_grad():
        for t in range(args.steps):
            logits, value = net(b["obs"][t])
            b["action"][t] = Categorical(logits=logits).sample()
            b["value"][t] = value
            b["obs"][t + 1], b["reward"][t], done = env.step(b["action"][t])
            b["alive"][t] = (~done).float()
        nxt, last = net(b["obs"][-1])[1], 0.0
        b["adv"] = torch.zeros_like(b["reward"])
        for t in range(args.steps - 1, -1, -1):
            delta = b["reward"][t] + args.gamma * nxt * b["alive"][t] - b["value"][t]
            last = delta + args.gamma * args.lam * b["alive"][t] * last
            b["adv"][t] = last
            nxt = b["value"][t]
    b["ret"] = b["adv"] + b["value"]
    return b


torch.manual_seed(122)
args = Args()
env, net = VecEnv(args.envs, torch.Generator().manual_seed(4)), Net()
opt = torch.optim.RMSprop(net.parameters(), lr=7e-3, eps=1e-5, alpha=0.99)
obs = env.state.clone()
for update in range(3):
    buf = collect(net, env, obs)
    logits, value = net(buf["obs"][:-1])
    dist = Categorical(logits=logits)
    adv = (buf["adv"] - buf["adv"].mean()) / (buf["adv"].std() + 1e-8)
    pg = -(dist.log_prob(buf["action"]) * adv).mean()
    vf = (value - buf["ret"]).pow(2).mean()
    loss = pg + args.value_coef * vf - args.entropy_coef * dist.entropy().mean()
    opt.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(net.parameters(), 50.0)
    opt.step()
    obs = buf["obs"][-1].clone()
print("reward", buf["reward"].mean().item(), "vf", vf.item())
