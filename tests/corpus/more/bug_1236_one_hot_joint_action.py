import torch
import torch.nn as nn
import torch.nn.functional as F


class Agent(nn.Module):
    def __init__(self, obs_dim, n_actions):
        super().__init__()
        self.actor = nn.Linear(obs_dim, n_actions)

    def act(self, obs):
        logits = self.actor(obs)
        return F.one_hot(logits.argmax(dim=-1), logits.size(-1)).float()


torch.manual_seed(1236)
agents = nn.ModuleList([Agent(2, 3) for _ in range(2)])
critic = nn.Sequential(nn.Linear(10, 4), nn.Tanh(), nn.Linear(4, 1))
actor_opt = torch.optim.Adam(agents.parameters(), lr=0.01)

obs = torch.randn(2, 5, 2)
joint = torch.cat([*obs, *[agent.act(o) for agent, o in zip(agents, obs)]], dim=1)
loss = -critic(joint).mean()
actor_opt.zero_grad()
loss.backward()
actor_opt.step()
