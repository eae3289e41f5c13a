import torch
import torch.nn as nn
from torch.distributions import Categorical


class ActorCritic(nn.Module):
    def __init__(self):
        super().__init__()
        self.actor = nn.Linear(3, 2)
        self.critic = nn.Linear(3, 1)

    def act(self, obs):
        dist = Categorical(logits=self.actor(obs))
        action = dist.sample()
        return dist.log_prob(action), self.critic(obs).squeeze()


torch.manual_seed(14)
net = ActorCritic()
log_probs, values, rewards = [], [], []
for t in range(4):
    logp, v = net.act(torch.randn(3))
    log_probs.append(logp)
    values.append(v)
    rewards.append(float(t % 2))

returns = torch.tensor(rewards).flip(0).cumsum(0).flip(0)
values = torch.stack(values)
advantages = returns - values.detach()
policy_loss = -(torch.stack(log_probs) * advantages).mean()
value_loss = (returns - values).pow(2).mean()
loss = policy_loss + 0.5 * value_loss
loss.backward()
